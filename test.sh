#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ./test.sh [SUITE...] - installs what is missing, builds every preset and runs every suite, or those that
# are named. One line per suite: name, number of tests, seconds, ok or FAILED. A suite that ran no test has
# failed. What a failing suite printed follows its line; all of it stays in build/logs/.
set -euo pipefail
cd "$(dirname "$0")"

all=(gcc clang format shell unit golden lint truth e2e clang-unit asan asan-tests tsan tsan-tests fuzz tidy)
suites=("${@:-${all[@]}}")
for suite in "${suites[@]}"; do
    if [[ " ${all[*]} " != *" $suite "* ]]; then
        echo "unknown suite \"$suite\" - there are: ${all[*]}" >&2
        exit 2
    fi
done

.ci/install .ci/packages-run .ci/packages-test
.ci/dotnet
jobs=$(nproc)
logs=build/logs
mkdir -p "$logs"

# Every suite prints what it did and, last, "tests: N".

# Configures and builds a preset, once for all suites that need it; a test is a compiled file.
declare -A built
build() {
    [[ -n ${built[$*]-} ]] && return
    cmake --preset "$1" && cmake --build "build/$1" -j "$jobs" ${2:+--target "$2"} && built[$*]=yes
}
count_objects() {
    echo "tests: $(ninja -C "build/$1" -t targets all | grep -c '\.o: ')"
}
# The tests of a preset whose label matches; further words go to ctest.
ctest_suite() {
    local preset=$1 label=$2 status=0
    shift 2
    ctest --test-dir "build/$preset" -L "$label" "$@" -j "$jobs" --output-on-failure --no-tests=error \
        --timeout 300 2>&1 | tee "$logs/ctest" || status=$?
    sed -n 's/.*tests failed out of \([0-9]*\)$/tests: \1/p' "$logs/ctest"
    return "$status"
}
sources() {
    git ls-files -co --exclude-standard '*.c' '*.h'
}

suite_gcc() { build dev && count_objects dev; }
suite_clang() { build clang && count_objects clang; }
suite_asan() { build asan && count_objects asan; }
suite_tsan() { build tsan && count_objects tsan; }
suite_unit() { build dev && ctest_suite dev '^unit$'; }
suite_golden() { build dev && ctest_suite dev '^golden$'; }
suite_lint() { build dev && ctest_suite dev '^lint$'; }
suite_truth() { build dev && ctest_suite dev '^truth$'; }
suite_e2e() { build dev && ctest_suite dev '^e2e$'; }
suite_clang-unit() { build clang && ctest_suite clang '^unit$'; }
# Two stories walk one road a hundred times, breaking every claim and killing at every point: in dev only.
# What survives a kill is looked at here too, by unit/store_kill. What real .NET answers is none of our code.
suite_asan-tests() {
    build asan && ctest_suite asan '^(unit|golden|truth|e2e|fuzz)$' -E '^(e2e/(claims_[a-z]+|kill)|truth/dotnet_.*)$'
}
# What has threads: the heap, its conformance, the class library on it, the schedule of launches. Of the locks
# inside a hosted .NET the sanitizer sees half, and takes it for deadlocks.
suite_tsan-tests() {
    build tsan && ctest_suite tsan '^unit$' -R '^unit/(conformance|shadow|gen|bcl|pool|stream|worker)' \
        -E '^unit/conformance_dotnet$'
}
suite_fuzz() { build fuzz fuzz_targets && ctest_suite fuzz '^fuzz$'; }
suite_format() {
    sources | xargs -P "$jobs" -n 20 clang-format --dry-run -Werror && echo "tests: $(sources | wc -l)"
}
suite_shell() {
    local scripts
    mapfile -t scripts < <(git ls-files -co --exclude-standard '*.sh' .ci | grep -v /packages-)
    shellcheck "${scripts[@]}" && echo "tests: ${#scripts[@]}"
}
suite_tidy() { build clang && .ci/tidy build/clang "$jobs"; }

failed=()
for suite in "${suites[@]}"; do
    log=$logs/$suite.log
    begin=$EPOCHREALTIME
    status=0
    "suite_$suite" >"$log" 2>&1 || status=$?
    seconds=$(awk -v a="$begin" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')
    tests=$(sed -n 's/^tests: //p' "$log" | tail -1)
    result=ok
    if ((status != 0 || ${tests:-0} == 0)); then
        result=FAILED
        failed+=("$suite")
    fi
    printf '%-12s %5d tests %7s s  %s\n' "$suite" "${tests:-0}" "$seconds" "$result"
    [[ $result == ok ]] || cat "$log"
done
if ((${#failed[@]} > 0)); then
    echo "FAILED: ${failed[*]}"
    exit 1
fi
echo "all ${#suites[@]} suites passed"
