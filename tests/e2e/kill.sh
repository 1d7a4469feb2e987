#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The whole program killed at every named point, and at moments between: the database opens, nothing committed is
# lost, the same command finishes the rest and renders, and then nothing is left to do.
# shellcheck source=tests/e2e/lib.sh
. "$HP_SOURCE/tests/e2e/lib.sh"

cat >kill.cfg <<'CFG'
run = { name = "kill"; title = "Kill"; question = "What survives?"; seed = 1; };
on = { heap = "gen"; runtime = 10; };
measure = { rounds = 1; counter_rounds = 1; max_iterations = 15; min_iteration = "50us"; pass_operations = 2; };
sweep = ( { workload = "chunk"; method = "chunk-array"; with = { count = 1000; size = [ 10, 20, 40 ]; }; } );
probes = ( { workload = "chunk"; probe = "blocks"; with = { count = 1000; size = 100; source = "list"; }; } );
CFG
launches=7 # three cases counted and timed, one probe

query() {
    python3 - "$1" <<'PY'
import sqlite3, sys
for row in sqlite3.connect("out/kill.db").execute(sys.argv[1]):
    print(*row)
PY
}
# The database is whole.
survived() {
    [[ $(query "PRAGMA integrity_check") == ok ]] || fail "$1: the database is damaged"
    [[ $(query "SELECT count(*) FROM pragma_foreign_key_check") == 0 ]] || fail "$1: dangling rows"
    checks=$((checks + 1))
}
# The same command again: every launch is there once, and what was committed is still there.
finishes() {
    local what=$1 before=$2
    shift 2
    expect 0 "$heapproof" run kill.cfg -q "$@"
    [[ $(query "SELECT count(*) FROM launch") == "$launches" ]] || fail "$what: launches lost or doubled"
    [[ $(query "SELECT count(*) FROM run_launch WHERE run_id = (SELECT max(run_id) FROM run)") == "$launches" ]] ||
        fail "$what: the last run does not rest on all launches"
    [[ $(query "SELECT count(*) FROM launch WHERE launch_id <= $before") == "$before" ]] ||
        fail "$what: a committed launch is gone"
    [[ ! -e out/kill.db-wal ]] || fail "$what: not one plain file"
    checks=$((checks + 1))
}
rendered() {
    local folder
    folder=out/kill/$(query "SELECT label FROM run ORDER BY run_id DESC LIMIT 1")
    [[ -s $folder/overview.pdf && -s $folder/this-default.pdf ]] || fail "$1: nothing was rendered"
    checks=$((checks + 1))
}
committed() {
    if [[ -s out/kill.db && $(query "SELECT count(*) FROM sqlite_schema WHERE name = 'launch'") == 1 ]]; then
        query "SELECT count(*) FROM launch"
    else
        echo 0
    fi
}

mapfile -t points < <(sed -n 's/^    { "\([a-z.-]*\)",.*/\1/p' "$HP_SOURCE/host/base/fault.c")
((${#points[@]} > 10)) || fail "no points found"
for point in "${points[@]}"; do
    rm -rf out
    case $point in
    file.* | report.*) renders=--no-png ;;
    *) renders=--no-report ;;
    esac
    expect 137 env HEAPPROOF_KILL_AT="$point" "$heapproof" run kill.cfg -q "$renders"
    survived "$point"
    finishes "$point" "$(committed)" "$renders"
    [[ $renders == --no-report ]] || rendered "$point"
done

# The last one is complete: nothing is measured again.
expect 0 "$heapproof" run kill.cfg -q --no-report
[[ $(query "SELECT count(*) FROM launch") == "$launches" ]] || fail "a finished case ran again"
[[ $(query "SELECT count(*) FROM case_list WHERE reused IS NULL AND run_id = (SELECT max(run_id) FROM run)") == 0 ]] ||
    fail "a reused case is not marked"

for moment in 0.05 0.2 0.5 0.9; do
    rm -rf out
    timeout --signal=KILL "$moment" "$heapproof" run kill.cfg -q --no-png >stdout 2>stderr </dev/null || true
    [[ ! -e out/kill.db ]] || survived "after $moment s"
    finishes "after $moment s" "$(committed)" --no-report
done
done_well
