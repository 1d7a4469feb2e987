#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Random traces of every family: the same seed draws the same, another one others; what was recorded replays as
# equal, for one runtime and for all.
# shellcheck source=tests/e2e/lib.sh
. "$HP_SOURCE/tests/e2e/lib.sh"

record() { # FILE ARGUMENTS...
    local file=$1
    shift
    expect 0 "$heapproof" record --quiet --heap gen --options verify=false "$@"
    silent stderr
    mv stdout "$file"
}
# The families that this build has somebody to execute.
families=(heap-sizes heap-threshold heap-loh heap-lohcount heap-promote heap-refs heap-gen0count heap-gen0live
    heap-mixed heap-harsh heap-threads heap-handles chunk threshold)
for row in "builder builder builder-replace" "streamcopy stream copy" "pool pool pool-capacity"; do
    read -ra words <<<"$row"
    [[ ! -f $HP_BUILD/plugins/${words[0]}.so ]] || families+=("${words[@]:1}")
done

mkdir -p one all
for family in "${families[@]}"; do
    record "one/$family.txt" "$family" --count 2 --seed 5 --runtime 8
    if grep -q '@' "one/$family.txt"; then fail "$family: one runtime needs no tags"; fi
    grep -q -- ' -> ' "one/$family.txt" || fail "$family: no answer"
    record again "$family" --count 2 --seed 5 --runtime 8
    cmp -s again "one/$family.txt" || fail "$family: the same seed draws other traces"
    record other "$family" --count 2 --seed 6 --runtime 8
    cmp -s other "one/$family.txt" && fail "$family: another seed draws the same traces"
done
expect 0 "$heapproof" replay --quiet --options verify=false --runtime 8 one/*.txt
grep -qE '^[1-9][0-9]* results, 0 differ$' stdout || fail "what was recorded is not equal"

# A trace does not depend on those before it.
record both heap-loh --count 2 --seed 5 --runtime 8
record second heap-loh --count 1 --seed 6 --runtime 8
tail -n "$(wc -l <second)" both | cmp -s - second || fail "seed 6 is not the second of seed 5"

# All runtimes in one file.
for family in heap-loh chunk; do
    record "all/$family.txt" "$family" --count 2
    grep -qE '@8 .* \| @9,10 ' "all/$family.txt" || fail "$family: no groups with tags"
done
expect 0 "$heapproof" replay --quiet --options verify=false all/heap-loh.txt all/chunk.txt
grep -qE '^[1-9][0-9]* results, 0 differ$' stdout || fail "what was recorded is not equal"

# Words that are wrong.
expect 2 "$heapproof" record heap-lho --heap gen
says stderr 'no family "heap-lho" to record - there are: heap-sizes, '
expect 2 "$heapproof" record heap-loh --heap gen --count 0
mkdir -p fewer && cp "$HP_BUILD/plugins/gen.so" fewer/
HEAPPROOF_PLUGINS=fewer expect 6 "$heapproof" record heap-loh
says stderr 'there is no heap plugin "dotnet" here, but: gen'
HEAPPROOF_PLUGINS=fewer expect 1 "$heapproof" record threshold --heap gen --runtime 9
says stderr "not implemented: family threshold needs workload plugin chunk"
done_well
