#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What can be known before the first launch is said before it: cases that a heap cannot do are skipped with a
# reason, values that can never work are refused at their place.
# shellcheck source=tests/e2e/lib.sh
. "$HP_SOURCE/tests/e2e/lib.sh"
rm -rf out

write_cfg() { # ON [WITH]
    cat >planned.cfg <<CFG
run = { name = "planned"; };
on = { $1 };
sweep = ( { workload = "chunk"; method = "slice-array"; measure = "counters";
            with = { count = 1000; ${2:-size = 10;} }; } );
CFG
}

write_cfg 'gc = "concurrent";'
expect 0 "$heapproof" plan planned.cfg
says stdout "1 to run"
for mode in server server-concurrent; do
    write_cfg "gc = \"$mode\";"
    expect 0 "$heapproof" plan planned.cfg
    says stdout "heap gen has no gc \"$mode\" - use \"workstation\""
    expect 5 "$heapproof" run planned.cfg --no-report
done
write_cfg 'heap = "jemalloc";'
expect 0 "$heapproof" plan planned.cfg
says stdout 'this heapproof has no heap plugin "jemalloc" - heapproof list heaps names those it has'
"$heapproof" doctor >stdout || true
says stdout "jemalloc: no plugin"
! grep -q "gen: no plugin" stdout || fail "gen is there"
write_cfg 'threshold = ( "default", "1" );'
expect 3 "$heapproof" plan planned.cfg
says stderr "planned.cfg:2:33: threshold: gen's threshold only moves upward, 1 has no effect - use at least 85000"
write_cfg '' 'size = ( 0, 5, -1 ); take = -1;'
sed -i 's/slice-array/chunk-array/' planned.cfg
expect 3 "$heapproof" plan planned.cfg
says stderr 'planned.cfg:4:45: with.size: 0: expected a whole number, range 1 to 2147483647 - elements of a chunk'
says stderr 'planned.cfg:4:51: with.size: -1'
says stderr 'planned.cfg:4:64: with.take: -1'
write_cfg ''
expect 0 "$heapproof" plan planned.cfg --max-cases 1000000
says stdout "with the reports"
expect 0 "$heapproof" plan planned.cfg --json
json stdout
says stdout '"reports_ns"'
# `run` begins with what `plan` ends with, also where times are known and some cases are there.
cat >both.cfg <<'CFG'
run = { name = "both"; };
on = { heap = "gen"; runtime = 10; };
measure = { rounds = 1; max_iterations = 15; min_iteration = "50us"; pass_operations = 2; };
sweep = ( { workload = "chunk"; method = "chunk-array"; with = { count = 1000; size = [ 10 ]; }; } );
CFG
for rounds in 1 2 3; do
    sed -i "s/rounds = [0-9]*/rounds = $rounds/; s/size = \[ /&${rounds}0, /" both.cfg
    expect 0 "$heapproof" plan both.cfg
    planned=$(sed -n 's/.*; //; $s/^ *//p' stdout)
    expect 0 "$heapproof" run both.cfg --no-png
    says stderr "$planned"
    says stderr ", about "
    # An estimate claims two figures at most: 140 ms, 7.6 s, 1 min 50 s.
    grep -qE ', about ([1-9][0-9]?0*|[0-9]\.[0-9]) (ns|us|ms|s|min)' stderr || fail "an estimate of more than two figures"
done
# What another host measured is not taken for this one's, and that is said.
python3 - <<'PY'
import sqlite3
db = sqlite3.connect("out/both.db")
assert db.execute("UPDATE host SET fingerprint = 'other', title = 'a host elsewhere'").rowcount == 1
db.commit()
PY
expect 0 "$heapproof" plan both.cfg
says stdout "out/both.db has results of 3 cases from another host (a host elsewhere), not reused here"
says stdout "  3 to run"
expect 0 "$heapproof" plan both.cfg --json
has stdout 'd["of_other_hosts"] == 3 and d["to_run"] == 3'
# A script's sweep says all that is wrong with it at once, names that only the plan knows as well.
cat >wrong.lua <<'LUA'
hp.sweep "wrong" { workload = "chunk", method = "chunk-arry",
  with = { size = { from = 9, to = 1, step = 1 }, sise = 5 },
  on = { heap = "gne" } }
LUA
echo 'run = { name = "wrong"; scripts = [ "wrong.lua" ]; };' >wrong.cfg
expect 3 "$heapproof" plan wrong.cfg
says stderr "wrong.lua:2: size: a range is"
says stderr 'did you mean "chunk-array"?'
says stderr 'did you mean "size"?'
says stderr 'did you mean "gen"?'
[[ $(wc -l <stderr) == 4 ]] || fail "not four problems"
# Of standard input the last line says what to put there again.
"$heapproof" run - --no-report <both.cfg >stdout 2>stderr || fail "run - failed"
says stderr "not reused here"
says stdout "run - --no-report --seed 1 <FILE.cfg"
expect 0 "$heapproof" plan both.cfg
! grep -q "another host" stdout || fail "results of this host are called another's"
# A file that names others: each is planned and run by itself, into its own database, and the exit code is theirs.
sed 's/"both"/"other"/; s/chunk-array/slice-array/' both.cfg >other.cfg
echo 'runs = [ "both.cfg", "other.cfg" ];' >all.cfg
expect 0 "$heapproof" plan all.cfg
says stdout "both: "
says stdout "other: "
expect 0 "$heapproof" run all.cfg --no-png
says stdout "out/both.db"
says stdout "out/other.db"
says stdout "run other.cfg --no-png --seed 1"
sed -i 's/"chunk"/"chonk"/' both.cfg
expect 3 "$heapproof" run all.cfg --no-png
says stderr 'both.cfg:4:24: workload: unknown workload "chonk"'
says stdout "out/other.db"
expect 2 "$heapproof" run all.cfg --db one.db
says stderr "--db: all.cfg names 2 runs, each with a database of its own"
echo 'runs = "all.cfg";' >more.cfg
expect 3 "$heapproof" run more.cfg
says stderr "more.cfg: runs: all.cfg names runs itself"
for command in plan run; do
    expect 2 "$heapproof" $command planned.cfg --max-cases 1000001
    says stderr "--max-cases 1000001: at most 1000000 - shorten an axis"
done
write_cfg '' 'size = { from = 1; to = 90000; step = 1; }; count = { from = 1; to = 90000; step = 1; };'
sed -i 's/count = 1000;//' planned.cfg
expect 3 "$heapproof" plan planned.cfg
says stderr "--max-cases allows 1,000,000 at most"
done_well
