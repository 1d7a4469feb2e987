#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A collection at every allocation, through the product: chunk and template sweep on gen with and without `stress`;
# every launch ends well, and what the program itself counts is the same in both.
# shellcheck source=tests/e2e/lib.sh
. "$HP_SOURCE/tests/e2e/lib.sh"

cat >stress.cfg <<'CFG'
run = { name = "stress"; title = "Stress"; seed = 1; };
heaps = ( { name = "calm"; plugin = "gen"; }, { name = "stressed"; plugin = "gen"; options = { stress = 1; }; } );
on = { heap = [ "calm", "stressed" ]; runtime = 10; };
measure = { rounds = 1; counter_rounds = 1; max_iterations = 15; min_iteration = "50us"; pass_operations = 2; };
sweep = ( { workload = "chunk"; measure = "counters"; with = { count = 300; size = 20; };
            method = [ "chunk-array", "chunk-list", "chunk-generator", "own-buffer", "skip-take" ]; },
          { workload = "template"; measure = "counters"; method = [ "fresh", "reused" ]; } );
probes = ( { workload = "streamcopy"; probe = "copy"; with = { kind = "file"; copy = "first"; }; } );
CFG
expect 0 "$heapproof" run stress.cfg --no-report
says stdout "16 of 16 have results"
# The stressed copy allocates otherwise than the source's did, and is not held against it; the calm one is.
says stdout "published        holds 2   broken 0"

# METRIC: per method the value of the calm and of the stressed heap; equal for all 7, or it is no test.
python3 - <<'PY' || fail "stress changes what is counted"
import sqlite3, sys
db = sqlite3.connect("out/stress.db")
def values(metric):
    found = {}
    for workload, method, heap, value, equal in db.execute(
            "SELECT c.workload, c.method, c.heap, v.median, v.equal FROM case_value AS v JOIN case_list AS c"
            " USING (run_id, case_id) WHERE v.metric = ? AND c.kind = 'method'", (metric,)):
        assert equal, (metric, method, heap, "differs from iteration to iteration")
        found.setdefault((workload, method), {})[heap] = value
    return found
allocated, chunks, collections = values("allocated_bytes"), values("chunk_count"), values("gc_per_pass")
assert len(allocated) == 7 and len(collections) == 7 and len(chunks) == 5, (allocated, chunks, collections)
for what in allocated, chunks:
    for key, of in what.items():
        assert len(of) == 2 and of["calm"] == of["stressed"], (key, of)
# And it was stress: every method that allocates collected in each pass, where the calm heap did not.
for key, of in collections.items():
    if allocated[key]["calm"] > 0:
        assert of["calm"] == 0 and of["stressed"] > 0, (key, of)
assert sum(of["calm"] > 0 for of in allocated.values()) >= 5, allocated
PY
checks=$((checks + 1))
done_well
