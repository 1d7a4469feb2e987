# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# claims.sh NAME PASSES [ONLY] - the claims of lua/NAME.lua on real results of configs/NAME.cfg: they hold on gen, and
# each breaks when it is wrong by a little. Counters only, of this machine or of what ONLY names, with as few passes
# as the claims allow: times are not what is looked at.
source "$HP_SOURCE/tests/e2e/lib.sh"
name=$1 passes=$2 only=${3:-machine=this heap=gen}

rm -rf configs lua out
mkdir configs
sed -e 's/^measure = {/measure = { times = false; counter_rounds = 1; pass_operations = '"$passes"';/' \
    "$HP_SOURCE/configs/$name.cfg" >"configs/$name.cfg"
ln -s "$HP_SOURCE/configs/machines" configs/machines
ln -s "$HP_SOURCE/lua" lua

expect 0 "$heapproof" run "configs/$name.cfg" --only "$only" --no-report
expect 0 "$heapproof" check "lua/$name.lua" "out/$name.db" --explain
says stdout "$(grep -m1 -oP '^hp\.check "\K[^"]*' "lua/$name.lua")"
expect 0 "$HP_BUILD/tests/claims_mutate" "lua/$name.lua" "out/$name.db" lua/heapproof/*.lua
says stdout " 0 survived, 0 untouched"
# Every claim holds and is mutated, but those that wait for .NET: all of them are about time.
claims=$(grep -c '^hp\.check' "lua/$name.lua")
waiting=$(grep -c '^  where = timed {' "lua/$name.lua" || true)
says stdout " $((claims - waiting)) checks that hold,"
done_well
