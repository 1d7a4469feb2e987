#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A machine with .NET and one without: cases on it run, or are skipped with the reason and everything else runs; what
# HEAPPROOF_REQUIRE names may not be skipped.
# shellcheck source=tests/e2e/lib.sh
. "$HP_SOURCE/tests/e2e/lib.sh"
rm -rf out empty
mkdir empty

cat >both.cfg <<'CFG'
run = { name = "both"; };
on = { heap = [ "gen", "dotnet" ]; runtime = [ 8, 10 ]; threshold = [ "default", "196608" ]; };
measure = { rounds = 1; max_iterations = 15; min_iteration = "100us"; pass_operations = 2; };
sweep = ( { workload = "chunk"; method = "chunk-array"; with = { size = { around = 21244; by = 1; }; }; } );
probes = ( { workload = "chunk"; probe = "threshold"; with = { size = 21244; }; } );
CFG
cat >alone.cfg <<'CFG'
run = { name = "alone"; };
on = { heap = "dotnet"; runtime = [ 8, 10 ]; };
sweep = ( { workload = "chunk"; method = "slice-array"; measure = "counters"; with = { count = 1000; }; } );
CFG

# ---- without -----------------------------------------------------------------------------------

without() {
    HEAPPROOF_DOTNET_PATH=$PWD/empty "$@"
}
expect 0 without "$heapproof" doctor
for major in 8 9 10; do
    grep -q "^note  *\.NET $major  *not installed  .*\.ci/dotnet" stdout || fail "no advice for $major"
done
expect 0 without "$heapproof" plan both.cfg
says stdout "dotnet 8 - not installed (heapproof doctor says how)"
says stdout "dotnet 10 - not installed (heapproof doctor says how)"
expect 0 without "$heapproof" run both.cfg --no-report
says stdout "6 cases: dotnet 8 - not installed (heapproof doctor says how)"
expect 5 without "$heapproof" run alone.cfg --no-report
expect 6 without env HEAPPROOF_REQUIRE=dotnet10 "$heapproof" run alone.cfg --no-report
says stderr "HEAPPROOF_REQUIRE names dotnet10: dotnet 10 - not installed (heapproof doctor says how)"
expect 6 without env HEAPPROOF_REQUIRE=dotnet10 "$heapproof" doctor
grep -q "^missing  *\.NET 10 " stdout || fail "what is required is not missing"
expect 6 without env HEAPPROOF_REQUIRE=dotnet "$heapproof" run alone.cfg --no-report
says stderr 'HEAPPROOF_REQUIRE: "dotnet" - expected a heap and a runtime, as in dotnet8,dotnet9,dotnet10'

# A runtime alone is not enough.
fake=$PWD/fake/shared/Microsoft.NETCore.App/10.0.1
mkdir -p "$fake"
touch "$fake/libcoreclr.so" "$fake/libclrjit.so" "$fake/System.Private.CoreLib.dll"
expect 0 env HEAPPROOF_DOTNET_PATH="$PWD/fake" HEAPPROOF_DOTNET_GUEST="$PWD/none" "$heapproof" plan alone.cfg
says stdout "dotnet 10 - guest not built, needs the SDK (heapproof doctor says how)"
says stdout "dotnet 8 - not installed (heapproof doctor says how)"
# What only looks like one is refused when it is started, and the run goes on.
touch guest.dll
expect 4 env HEAPPROOF_DOTNET_PATH="$PWD/fake" HEAPPROOF_DOTNET_GUEST="$PWD/guest.dll" \
    "$heapproof" run alone.cfg --no-report
says stdout "refused - opening heap dotnet: .NET 10.0.1 does not load: $fake/libcoreclr.so: file too short"


# ---- with --------------------------------------------------------------------------------------

"$heapproof" doctor >findings || true
for need in "\.NET 8" "\.NET 10" "\.NET guest"; do
    if ! grep -q "^ok  *$need  " findings; then
        [[ $required != *dotnet* ]] || fail "HEAPPROOF_REQUIRE=$required, but: $(grep "$need" findings)"
        echo "without ${need#?} the rest is skipped"
        done_well
        exit 0
    fi
done
expect 0 "$heapproof" run both.cfg --no-png
says stdout "24 of 24 have results"
sql() {
    sqlite3 out/both.db "$1"
}
same() { # SQL - one value for both heaps, where a value of each is there
    [[ $(sql "SELECT count(*) = 2 AND count(DISTINCT value) = 1 FROM ($1)") == 1 ]] ||
        fail "gen and .NET differ: $(sql "$1")"
    checks=$((checks + 1))
}
for runtime in 8 10; do
    for threshold in default 196608; do
        for size in 21243 21244; do
            same "SELECT DISTINCT heap, value FROM counter WHERE method = 'chunk-array' AND metric = 'allocated_bytes'
                  AND runtime = $runtime AND threshold = '$threshold' AND params LIKE '%size=$size%'"
        done
        same "SELECT DISTINCT heap, value FROM counter WHERE method = 'threshold' AND metric = 'loh_threshold_bytes'
              AND runtime = $runtime AND threshold = '$threshold'"
    done
    [[ $(sql "SELECT DISTINCT runtime_version FROM setting WHERE run_id = 2 AND heap = 'dotnet' AND runtime = $runtime") == \
        $runtime.0.* ]] || fail "no version of .NET $runtime"
done
[[ $(sql "SELECT count(*) FROM run_code WHERE run_id = 2 AND role = 'library' AND length(sha) = 64") == 3 ]] ||
    fail "two runtimes and a guest are not in the ledger"
pdftotext "$(find out/both -name this-default.pdf | sort | tail -1)" report.txt
for version in $(sql "SELECT DISTINCT runtime_version FROM setting WHERE heap = 'dotnet'"); do
    says report.txt "$version"
done
# What is measured on one guest is not taken for another's.
cp "$HP_BUILD/plugins/dotnet/heapproof-guest.dll" other.dll
printf ' ' >>other.dll
expect 0 env HEAPPROOF_DOTNET_GUEST="$PWD/other.dll" "$heapproof" plan both.cfg
says stdout "12 to run"
done_well
