#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What a run's exit code says: 0 all hold, 1 broken, 3 script, 4 cannot tell, 5 nothing ran, 6 environment, 130
# interrupted; the failed launch's sentence; Ctrl-C once keeps and renders.
# shellcheck source=tests/e2e/lib.sh
. "$HP_SOURCE/tests/e2e/lib.sh"

write_cfg() { # HEAP SCRIPT LIMITS [COUNT]
    cat >exits.cfg <<CFG
run = { name = "exits"; title = "Exits"; seed = 1; scripts = [ "$2" ]; };
on = { heap = "$1"; runtime = 10; };
measure = { rounds = 1; counter_rounds = 1; max_iterations = 15; min_iteration = "50us"; pass_operations = 2; };
$3
sweep = ( { workload = "chunk"; method = "chunk-array"; measure = "counters"; with = { count = ${4:-100000}; size = 1000; }; } );
CFG
}
claim() { # FILE TEXT
    cat >"$1" <<LUA
hp.check "a claim" { where = { method = "chunk-array" }, $2 }
LUA
}
claim holds.lua 'equal = { "chunk_count", 100 }'
claim broken.lua 'equal = { "chunk_count", 101 }'
claim known.lua 'equal = { "chunk_count", 101 }, known = "a reason"'
claim better.lua 'equal = { "chunk_count", 100 }, known = "a reason"'
claim shown.lua 'equal = { "chunk_count", 101 }, decides = false'
claim syntax.lua 'equal = { '

while read -r code script; do
    write_cfg gen "$script" ""
    rm -rf out
    expect "$code" "$heapproof" run exits.cfg --no-report
done <<'ROWS'
0 holds.lua
1 broken.lua
0 known.lua
0 better.lua
0 shown.lua
3 syntax.lua
3 absent.lua
ROWS

# A deviation that is known is told with its reason; one that is there no more is flagged.
write_cfg gen known.lua ""
expect 0 "$heapproof" run exits.cfg --no-report
says stdout "known deviation  known.lua:1  a claim: 100 here, 101 expected - a reason"
expect 0 "$heapproof" show
says stdout "known.lua:1  a claim - a reason"
write_cfg gen better.lua ""
expect 0 "$heapproof" run exits.cfg --no-report
says stdout 'better.lua:1  a claim - remove known = "a reason"'
expect 0 "$heapproof" show
says stdout "holds now: remove known"
expect 0 "$heapproof" show --json
has stdout 'd["assertions"]["verdicts"][0]["known_holds"] is True'
# Without scripts: results for every case are enough, whatever the figures.
sed 's/scripts = .*];/scripts = [];/' exits.cfg >silent.cfg
expect 0 "$heapproof" run silent.cfg --no-report
says stdout "1 of 1 have results"
# A script without claims has nothing to hold and nothing to break: said, not only coded.
: >claimless.lua
expect 5 "$heapproof" check claimless.lua out/exits.db
says stderr "claimless.lua: no hp.check in it - nothing was judged"
expect 5 "$heapproof" check claimless.lua out/exits.db --quiet
says stderr "claimless.lua: no hp.check in it"
sed 's/heap = "gen"/heap = "jemalloc"/' silent.cfg >nothing.cfg
expect 5 "$heapproof" run nothing.cfg --no-report
# Everything is excluded: why, and by which sweep, before a database is made.
sed 's/size = 1000; };/size = [ 10, 20, 30 ]; }; name = "big"; where = { not = ( { size = [ 10, 20, 30 ]; } ); };/' silent.cfg >empty.cfg
rm -rf out
for command in plan run; do
    expect 5 "$heapproof" "$command" empty.cfg
    # shellcheck disable=SC2016 # no command
    says stderr 'empty.cfg: nothing to run: `where` of sweep big excludes all 3 cases'
done
echo "-- no sweep in it" >words.lua
echo 'run = { name = "words"; scripts = [ "words.lua" ]; };' >words.cfg
expect 5 "$heapproof" plan words.cfg
says stderr "words.cfg: nothing to run: there is no sweep"
[[ ! -e out ]] || fail "an empty run left something"
sed 's/count = 100000/count = 20000000/; s/^sweep/limits = { memory = "32MiB"; };\n&/' silent.cfg >failing.cfg
expect 4 "$heapproof" run failing.cfg --no-report
says stdout "0 of 1 have results, 1 failed"
expect 4 "$heapproof" run failing.cfg --no-report --json
has stdout 'd["failures"][0]["outcome"] != "ok" and "memory" in d["failures"][0]["sentence"] and d["cases"]["failed"] == 1'

# The worker has no memory for its source: an outcome with a sentence; its claim cannot be told.
write_cfg gen holds.lua 'limits = { memory = "32MiB"; };' 20000000
rm -rf out
expect 4 "$heapproof" run exits.cfg --no-report
says stdout "memory"
# A heap that is not here: everything is skipped.
write_cfg jemalloc holds.lua ""
rm -rf out
expect 5 "$heapproof" run exits.cfg --no-report
says stdout "jemalloc"
# The output folder cannot be made.
write_cfg gen holds.lua ""
: >file
expect 6 "$heapproof" run exits.cfg --out file/out
says stderr "file: exists and is no directory"
expect 6 "$heapproof" report exits.cfg
says stderr "exits.cfg"

# Interrupted once: what runs is finished, the rest is missing, the report says so; the next run completes it.
cat >long.cfg <<'CFG'
run = { name = "long"; title = "Long"; seed = 1; };
on = { heap = "gen"; runtime = 10; };
measure = { rounds = 1; counter_rounds = 1; max_iterations = 15; min_iteration = "50us"; pass_operations = 20; };
limits = { jobs = 1; };
sweep = ( { workload = "chunk"; method = "chunk-array"; measure = "counters";
            with = { count = 250000; size = { from = 1000; to = 20000; step = 1000; }; }; } );
CFG
rm -rf out
"$heapproof" run long.cfg --fresh --no-png >stdout 2>stderr </dev/null &
run=$!
for _ in $(seq 100); do
    sleep 0.1
    [[ -s out/long.db ]] && (($(python3 -c 'import sqlite3; print(sqlite3.connect("out/long.db").execute("SELECT count(*) FROM launch").fetchone()[0])' 2>/dev/null || echo 0) > 0)) && break
done
kill -INT "$run"
code=0
wait "$run" || code=$?
((code == 130)) || fail "exit code $code, expected 130"
done_cases=$(sed -n 's/^ *cases *\([0-9]*\) of 20 have results.*/\1/p' stdout)
((done_cases > 0 && done_cases < 20)) || fail "$done_cases of 20 cases after Ctrl-C"
pdftotext -layout "$(sed -n 's/^ *report *//p' stdout | head -1)" text
says text "$done_cases of 20 cases"
says stdout "$done_cases of 20 launches done; the same command finishes the rest"
says stdout "heapproof run long.cfg --no-png --seed 1"
! grep -q -e --fresh stdout || fail "the command that finishes the rest starts over"
[[ $(grep -c 'pages*$' stdout) == 1 ]] || fail "pages as PNG, with --no-png"
expect 0 "$heapproof" show
says stdout "launches done; the same command finishes the rest"
expect 0 "$heapproof" run long.cfg --no-report
says stdout "20 of 20 have results, $done_cases of them from earlier runs"
done_well
