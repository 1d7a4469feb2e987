#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What went wrong and was mended is measured again by the same command: a raised limit, a worker that was killed, a
# disk that was full. `plan` says so before.
# shellcheck source=tests/e2e/lib.sh
. "$HP_SOURCE/tests/e2e/lib.sh"

query() { # DB SQL
    python3 -c 'import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchone())' "$@"
}
write_cfg() { # COUNT LIMITS
    cat >again.cfg <<CFG
run = { name = "again"; title = "Again"; seed = 1; };
on = { heap = "gen"; runtime = 10; };
measure = { rounds = 1; counter_rounds = 1; max_iterations = 15; min_iteration = "50us"; pass_operations = 2; };
$2
sweep = ( { workload = "chunk"; method = "chunk-array"; measure = "counters"; with = { count = $1; size = 1000; }; } );
CFG
}
planned() { # CASES
    expect 0 "$heapproof" plan again.cfg
    says stdout "$1 to run"
}
# ended OUTCOME ATTEMPTS: so ended the newest launch, after so many.
ended() {
    local there
    there=$(query out/again.db "SELECT outcome, attempt + 1 FROM launch ORDER BY launch_id DESC LIMIT 1")
    [[ $there == "$1 $2" ]] || fail "the newest launch: $there, expected $1 $2"
    checks=$((checks + 1))
}

# Only what the plan uses is in the ledger of code: other plugins lie beside it unasked.
write_cfg 1000 ""
expect 0 "$heapproof" run again.cfg --no-report
there=$(query out/again.db "SELECT group_concat(role || ' ' || name, ', ') FROM (SELECT * FROM run_code ORDER BY role)")
[[ $there == "heap gen, host heapproof, workload chunk" ]] || fail "code of the run: $there"
checks=$((checks + 1))

# A limit that is hit: the same command does not try again, the next larger limit does.
while read -r count outcome limit small large; do
    rm -rf out
    write_cfg "$count" "limits = { $limit = \"$small\"; };"
    planned 1
    expect 4 "$heapproof" run again.cfg --no-report
    says stdout "raise limits.$limit"
    ended "$outcome" 1
    planned 0
    expect 4 "$heapproof" run again.cfg --no-report
    ended "$outcome" 1
    write_cfg "$count" "limits = { $limit = \"$large\"; };"
    planned 1
    expect 0 "$heapproof" run again.cfg --no-report
    ended ok 2
    planned 0
done <<'ROWS'
20000000 memory memory 32MiB 1GiB
20000000 timeout time 100ms 60s
ROWS

# Where a sweep asks for more rounds its cases get the launches that are missing, whatever else names them; no other
# case is measured again, and fewer rounds need nothing.
rm -rf out
while read -r rounds cases launches; do
    cat >again.cfg <<CFG
run = { name = "again"; title = "Again"; seed = 1; };
measure = { rounds = 2; counter_iterations = 2; max_iterations = 15; min_iteration = "50us"; pass_operations = 2; };
sweep = ( { workload = "chunk"; method = "chunk-array"; with = { count = 1000; size = [ 10, 20 ]; }; },
          { workload = "chunk"; method = "chunk-array"; with = { count = 1000; size = 20; }; rounds = $rounds; } );
CFG
    planned "$cases"
    expect 0 "$heapproof" run again.cfg --no-report
    planned 0
    there=$(query out/again.db "SELECT count(*) FROM launch WHERE kind = 'time'")
    [[ $there == "$launches" ]] || fail "rounds = $rounds: $there timed launches, expected $launches"
    checks=$((checks + 1))
done <<'ROWS'
1 2 4
2 0 4
5 1 7
3 0 7
ROWS

# A worker that somebody killed is tried again as it is.
write_cfg 20000000 ""
rm -rf out
"$heapproof" run again.cfg --no-report >stdout 2>stderr </dev/null &
run=$!
killed=0
for _ in $(seq 200); do
    worker=$(pgrep -P "$run" | head -1 || true)
    if [[ -n $worker ]]; then kill -KILL "$worker" && killed=1 && break; fi
    sleep 0.02
done
code=0
wait "$run" || code=$?
((killed == 1 && code == 4)) || fail "killed $killed, exit code $code"
says stdout "killed from outside"
ended protocol 1
planned 1
expect 0 "$heapproof" run again.cfg --no-report
ended ok 2

# A file that may not grow is a full disk: a sentence with what is kept, and the same command finishes.
cat >full.cfg <<'CFG'
run = { name = "full"; title = "Full"; seed = 1; };
on = { heap = "gen"; runtime = 10; };
measure = { rounds = 1; counter_rounds = 1; max_iterations = 15; min_iteration = "50us"; pass_operations = 2; };
sweep = ( { workload = "chunk"; method = "chunk-array"; measure = "counters";
            with = { count = 1000; size = { from = 1; to = 60; step = 1; }; }; } );
CFG
in_blocks() ( # KIB COMMAND...
    ulimit -f "$1" && shift && exec "$@"
)
rm -rf out
expect 6 in_blocks 64 "$heapproof" run full.cfg --no-report
says stderr "out/full.db: disk full (File too large) - what was stored before is kept; free space and run"
expect 6 in_blocks 512 "$heapproof" run full.cfg --no-report
after=$(sed -n 's/^heapproof: out\/full.db: disk full after \([0-9]*\) launch.*are kept; free space and.*/\1/p' stderr)
((after > 0 && after < 60)) || fail "it does not say how many launches are kept"
kept=$(query out/full.db "SELECT count(*) FROM launch")
((kept == after)) || fail "$kept launches are kept, not $after"
expect 0 "$heapproof" run full.cfg --no-report
says stdout "$after of them from earlier runs"

done_well
