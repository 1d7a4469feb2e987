#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the program says about itself, against tests/golden/cmd. UPDATE_GOLDEN=1 rewrites; review shows the
# difference.
set -euo pipefail
golden=$HP_SOURCE/tests/golden/cmd
differ=0
# file | words of the command line
while IFS='|' read -r file words; do
    read -ra argv <<<"$words"
    NO_COLOR=1 "$HP_BUILD/heapproof" "${argv[@]}" >got 2>&1 </dev/null || true
    [[ -s got ]] || { echo "$words: says nothing" && differ=1; }
    if [[ ${UPDATE_GOLDEN:-} == 1 ]]; then
        cp got "$golden/$file"
    else
        diff -u "$golden/$file" got || differ=1
    fi
done <<'ROWS'
screen.txt|help
run.txt|help run
plan.txt|help plan
check.txt|help check
report.txt|help report
list.txt|help list
show.txt|help show
doctor.txt|help doctor
help.txt|help help
completion.bash|help --completion
heaps.txt|list heaps
ROWS
exit "$differ"
