#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A machine with .NET and one without: cases on it run, or are skipped with the reason and everything else runs; what
# HEAPPROOF_REQUIRE names may not be skipped.
# shellcheck source=tests/e2e/lib.sh
. "$HP_SOURCE/tests/e2e/lib.sh"
rm -rf out empty
mkdir empty
unset HEAPPROOF_REQUIRE

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

done_well
