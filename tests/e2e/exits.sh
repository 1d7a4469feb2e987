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
0 shown.lua
3 syntax.lua
3 absent.lua
ROWS

# The worker has no memory for its source: an outcome with a sentence; its claim cannot be told.
write_cfg gen holds.lua 'limits = { memory = "32MiB"; };' 20000000
rm -rf out
expect 4 "$heapproof" run exits.cfg --no-report
says stdout "memory"
# A heap that is not here: everything is skipped.
write_cfg dotnet holds.lua ""
rm -rf out
expect 5 "$heapproof" run exits.cfg --no-report
says stdout "dotnet"
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
            with = { count = 500000; size = { from = 1000; to = 20000; step = 1000; }; }; } );
CFG
rm -rf out
"$heapproof" run long.cfg --no-png >stdout 2>stderr </dev/null &
run=$!
for _ in $(seq 100); do
    sleep 0.1
    [[ -s out/long.db ]] && (($(python3 -c 'import sqlite3; print(sqlite3.connect("out/long.db").execute("SELECT count(*) FROM launch").fetchone()[0])' 2>/dev/null || echo 0) > 0)) && break
done
kill -INT "$run"
code=0
wait "$run" || code=$?
((code == 130)) || fail "exit code $code, expected 130"
done_cases=$(sed -n 's/^ *cases *\([0-9]*\) of 20 have.*/\1/p' stdout)
((done_cases > 0 && done_cases < 20)) || fail "$done_cases of 20 cases after Ctrl-C"
pdftotext -layout "$(sed -n 's/^ *report *//p' stdout | head -1)" text
says text "$done_cases of 20 cases"
expect 0 "$heapproof" run long.cfg --no-report
says stdout "20 of 20 have their results, $done_cases of them from earlier runs"
done_well
