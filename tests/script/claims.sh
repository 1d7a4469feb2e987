# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# The claims of lua/chunk.lua on real results: they hold on gen, and each breaks when it is wrong by a little.
# Counters only, on this machine, and half as many passes as the main job: times are not what is looked at.
source "$HP_SOURCE/tests/e2e/lib.sh"

rm -rf configs lua out
mkdir configs
sed -e 's/^measure = {/measure = { times = false; counter_rounds = 1; pass_operations = 20;/' \
    "$HP_SOURCE/configs/chunk.cfg" >configs/chunk.cfg
ln -s "$HP_SOURCE/configs/machines" configs/machines
ln -s "$HP_SOURCE/lua" lua

expect 0 "$heapproof" run configs/chunk.cfg --only machine=this --no-report
expect 0 "$heapproof" check lua/chunk.lua out/chunk.db --explain
says stdout "one element more and every pass costs full collections"
expect 0 "$HP_BUILD/tests/claims_mutate" lua/chunk.lua out/chunk.db lua/heapproof/*.lua
says stdout " 0 survived, 0 untouched"
# Every claim holds and is mutated, but those that wait for .NET: all of them are about time.
claims=$(grep -c '^hp\.check' lua/chunk.lua)
waiting=$(grep -c '^  where = timed {' lua/chunk.lua)
says stdout " $((claims - waiting)) checks that hold,"
done_well
