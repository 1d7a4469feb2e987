#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# dotnet.sh RUNTIME heap|library - real .NET answers the heap's files, or the library's, as when they were recorded: as
# many results as COUNTS promises for the runtime, at every number of processors, and none that differs. Of
# the aborts of .NET 8 under a threshold that it does not survive one is looked at: each takes it half a minute. All of them:
#   heapproof replay --heap dotnet --runtime 8 tests/truth/threshold.txt
# shellcheck source=tests/e2e/lib.sh
. "$HP_SOURCE/tests/e2e/lib.sh"
truth=$HP_SOURCE/tests/truth
runtime=$1
part=$2
needs_dotnet "$runtime"

# rows - those of COUNTS that are meant, as FILE PROCESSORS RESULTS.
rows() {
    awk -v runtime="$runtime" -v part="$part" \
        '$2 == runtime && part == ($1 ~ /^heap-/ ? "heap" : "library") { print $1, $3, $4 }' "$truth/COUNTS"
}
awk '!/@8 process aborts/ || !aborts++' "$truth/threshold.txt" >threshold.txt
left_out=$(($(wc -l <"$truth/threshold.txt") - $(wc -l <threshold.txt)))

for processors in $(rows | cut -d ' ' -f 2 | sort -nu); do
    mapfile -t files < <(rows | awk -v p="$processors" -v t="$truth/" '$2 == p { print t $1 }')
    results=$(rows | awk -v p="$processors" '$2 == p { n += $3 } END { print n }')
    if [[ $runtime == 8 && " ${files[*]} " == *" $truth/threshold.txt "* ]]; then
        files=("${files[@]/#"$truth/threshold.txt"/threshold.txt}")
        results=$((results - left_out))
    fi
    expect 0 "$heapproof" replay --quiet --heap dotnet --runtime "$runtime" --processors "$processors" "${files[@]}"
    [[ $(tail -n 1 stdout) == "$results results, 0 differ" ]] ||
        fail "runtime $runtime, $processors processors: COUNTS promises $results results"
    silent stderr
done
done_well
