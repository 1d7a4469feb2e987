#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The whole program killed at every named point, and at 20 random moments: the database opens, nothing committed is
# lost, no child outlives it, the same command finishes the rest and renders, and then nothing is left to do.
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

query() { # SQL...: one line each
    python3 - "$@" <<'PY'
import sqlite3, sys
db = sqlite3.connect("out/kill.db")
for sql in sys.argv[1:]:
    for row in db.execute(sql):
        print(*row)
PY
}
# The database is whole.
survived() {
    [[ $(query "PRAGMA integrity_check" "SELECT count(*) FROM pragma_foreign_key_check") == $'ok\n0' ]] ||
        fail "$1: the database is damaged"
    checks=$((checks + 1))
}
# The same command again: every launch is there once, and what was committed is still there.
finishes() {
    local what=$1 before=$2 all last kept
    shift 2
    expect 0 "$heapproof" run kill.cfg -q "$@"
    read -rd '' all last kept < <(query "SELECT count(*) FROM launch" \
        "SELECT count(*) FROM run_launch WHERE run_id = (SELECT max(run_id) FROM run)" \
        "SELECT count(*) FROM launch WHERE launch_id <= $before" && printf '\0')
    [[ $all == "$launches" ]] || fail "$what: launches lost or doubled: $all, not $launches"
    [[ $last == "$launches" ]] || fail "$what: the last run rests on $last launches, not $launches"
    [[ $kept == "$before" ]] || fail "$what: of $before committed launches $kept are there"
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

# Moments anywhere in a run, half of them in one that renders. Fractions of what a whole run takes here.
seconds() { # OPTION
    rm -rf out
    local begun=$EPOCHREALTIME
    expect 0 "$heapproof" run kill.cfg -q "$1"
    python3 -c 'import sys; print(float(sys.argv[2]) - float(sys.argv[1]))' "$begun" "$EPOCHREALTIME"
}
# Processes of the run with this tag, the program's children included.
alive() {
    grep -lzxF "HP_KILL_STORY=$1" /proc/[0-9]*/environ 2>/dev/null || true
}
plain=$(seconds --no-report)
rendering=$(seconds --no-png)
mapfile -t moments < <(python3 - "$plain" "$rendering" <<'PY'
import random, sys
draw = random.Random(20)
for i in range(20):
    print(f"{draw.random() * float(sys.argv[1 + i % 2]):.3f}", ("--no-report", "--no-png")[i % 2])
PY
)
# Starts a run and kills it after so long; sets code.
kill_after() { # SECONDS TAG OPTION
    rm -rf out
    HP_KILL_STORY=$2 "$heapproof" run kill.cfg -q "$3" >stdout 2>stderr </dev/null &
    local run=$!
    sleep "$1"
    kill -KILL "$run" 2>/dev/null || true
    code=0
    wait "$run" 2>/dev/null || code=$?
}
killed=0
for row in "${moments[@]}"; do
    read -r moment renders <<<"$row"
    tag=$$-$killed
    # A run that was over before its moment came: half as long.
    for _ in {1..8}; do
        kill_after "$moment" "$tag" "$renders"
        ((code == 0)) || break
        moment=$(python3 -c "print($moment / 2)")
    done
    ((code == 137)) || fail "after $moment s: exit code $code"
    killed=$((killed + 1))
    for _ in {1..20}; do
        [[ -n $(alive "$tag") ]] || break
        sleep 0.05
    done
    [[ -z $(alive "$tag") ]] || fail "after $moment s: left behind: $(alive "$tag")"
    [[ ! -e out/kill.db ]] || survived "after $moment s"
    finishes "after $moment s" "$(committed)" "$renders"
    [[ $renders == --no-report ]] || rendered "after $moment s"
done
((killed == 20)) || fail "$killed runs were killed, not 20"
done_well
