#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Probe threshold, asked for by a config: the first large array, or string, of every kind of element, at the default
# and at a setting that is a multiple of nothing; on gen, and on .NET where it is. A source cannot be made of them all.
# shellcheck source=tests/e2e/lib.sh
. "$HP_SOURCE/tests/e2e/lib.sh"
rm -rf out

cat >kinds.cfg <<'CFG'
run = { name = "kinds"; title = "Kinds"; seed = 1; };
on = { heap = [ "gen", "dotnet" ]; runtime = [ 8, 9, 10 ]; threshold = [ "default", "91237" ]; };
measure = { rounds = 1; counter_rounds = 1; };
probes = ( { workload = "chunk"; probe = "threshold"; with = { size = 1000; element = [ "byte", "int16", "int32", "int64",
             "double", "reference", "string", "char", "uninit8", "struct16" ]; }; } );
CFG
query() { # SQL
    python3 -c 'import sqlite3, sys
for row in sqlite3.connect("out/kinds.db").execute(sys.argv[1]): print(*row)' "$1"
}
expect 0 "$heapproof" run kinds.cfg --no-report

# The first lengths of real .NET (tests/truth/threshold.txt has those of 85,000), and the header that is measured.
while read -r element first moved header bytes; do
    for threshold in default 91237; do
        length=$([[ $threshold == default ]] && echo "$first" || echo "$moved")
        setting=$([[ $threshold == default ]] && echo 85000 || echo 91237)
        want="$length $((header + length * bytes)) $header $((header + 1000 * bytes)) 0 $setting"
        got=$(query "SELECT DISTINCT max(value) FILTER (WHERE metric = 'first_length')
            || ' ' || max(value) FILTER (WHERE metric = 'first_bytes')
            || ' ' || max(value) FILTER (WHERE metric = 'header_bytes')
            || ' ' || max(value) FILTER (WHERE metric = 'object_bytes')
            || ' ' || max(value) FILTER (WHERE metric = 'start_generation')
            || ' ' || max(value) FILTER (WHERE metric = 'loh_threshold_bytes')
            FROM counter WHERE params LIKE '%element=$element' AND threshold = '$threshold' GROUP BY case_id")
        [[ ${got//.0/} == "$want" ]] || fail "$element at $threshold: $got, expected $want"
        checks=$((checks + 1))
    done
done <<'ROWS'
byte 84976 91213 24 1
int16 42488 45607 24 2
int32 21244 22804 24 4
int64 10622 11402 24 8
double 10622 11402 24 8
reference 10622 11402 24 8
string 42486 45606 22 2
char 42488 45607 24 2
uninit8 84976 91213 24 1
struct16 5311 5701 24 16
ROWS
counted() { # HEAP
    query "SELECT count(DISTINCT case_id) FROM counter WHERE heap LIKE '$1%' AND metric = 'first_length'"
}
[[ $(counted gen) == 60 ]] || fail "$(counted gen) cases on gen"
"$heapproof" doctor >findings || true
if [[ $required == *dotnet* || $(grep -c -E "^ok  *\.NET (8|9|10|guest)  " findings) == 4 ]]; then
    [[ $(counted dotnet) == 60 ]] || fail "$(counted dotnet) cases on dotnet"
else
    echo "without .NET 8, 9 and 10 its cases are skipped"
fi

# A method cuts a source, and a source has none of the other kinds.
cat >source.cfg <<'CFG'
run = { name = "source"; seed = 1; };
on = { heap = [ "gen", "dotnet" ]; runtime = 10; };
measure = { rounds = 1; counter_rounds = 1; };
sweep = ( { workload = "chunk"; method = "chunk-array"; measure = "counters"; with = { count = 1000; element = [ "int32", "string" ]; }; } );
probes = ( { workload = "chunk"; probe = "blocks"; with = { count = 1000; element = "double"; }; } );
CFG
expect 4 "$heapproof" run source.cfg --no-report
says stdout "element=string gen/10 this default: error - opening method chunk-array: a source consists of int32, byte"
says stdout "element=double gen/10 this default: error - probe blocks: a source consists of int32, byte"
if [[ $(counted dotnet) == 60 ]]; then
    says stdout "opening method chunk-array: element string is none of byte"
    says stdout "probe blocks: element double is none of byte"
fi

done_well
