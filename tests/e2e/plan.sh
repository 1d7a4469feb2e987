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

for mode in concurrent server server-concurrent; do
    write_cfg "gc = \"$mode\";"
    expect 0 "$heapproof" plan planned.cfg
    says stdout "heap gen has no gc \"$mode\" - use \"workstation\""
    expect 5 "$heapproof" run planned.cfg --no-report
done
write_cfg 'heap = "dotnet";'
expect 0 "$heapproof" plan planned.cfg
says stdout 'this heapproof has no heap plugin "dotnet" - heapproof list heaps names those it has'
write_cfg 'threshold = ( "default", "1" );'
expect 3 "$heapproof" plan planned.cfg
says stderr "planned.cfg:2:33: threshold: gen's threshold only moves upward, 1 has no effect - use at least 85000"
done_well
