#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# replay.sh FILE - gen answers FILE as .NET did, for every runtime and number of processors that COUNTS names:
# so many results, all equal but for the known ones.
# shellcheck source=tests/e2e/lib.sh
. "$HP_SOURCE/tests/e2e/lib.sh"
truth=$HP_SOURCE/tests/truth
file=$1
# The heap checks itself after every phase while its own traces run; a million chunks would take minutes.
options=verify=true
[[ $file == heap-* ]] || options=verify=false

while read -r name runtime processors results; do
    [[ $name == "$file" ]] || continue
    expect 0 "$heapproof" replay --quiet --runtime "$runtime" --processors "$processors" \
        --options "$options" --known "$truth/known/gen.txt" "$truth/$file"
    [[ $(tail -n 1 stdout) == "$results results, 0 differ" ]] ||
        fail "$file, runtime $runtime, $processors processors: COUNTS promises $results results"
    silent stderr
done <"$truth/COUNTS"
done_well
