# shellcheck shell=bash
# SPDX-License-Identifier: MIT
# What the stories share: run a command, look at its exit code and output. Sourced; the story starts in a folder
# of its own.
set -euo pipefail
unset HEAPPROOF_PLUGINS HEAPPROOF_DATA HEAPPROOF_NOW HEAPPROOF_DOTNET_PATH HEAPPROOF_DOTNET_GUEST NO_COLOR
# What may not be missing is the stories' own affair: an installed tree has no runtimes of its own.
export required=${HEAPPROOF_REQUIRE-}
unset HEAPPROOF_REQUIRE
export heapproof=$HP_BUILD/heapproof
checks=0

fail() {
    echo "FAILED ${BASH_SOURCE[-1]##*/}:${BASH_LINENO[-2]}: $*" >&2
    if [[ -f stdout ]]; then
        echo "--- stdout" && tail -n 40 stdout
        echo "--- stderr" && tail -n 40 stderr
    fi >&2
    exit 1
}
# expect CODE COMMAND... - runs it; its output is in the files stdout and stderr.
expect() {
    local want=$1 got=0
    shift
    "$@" >stdout 2>stderr </dev/null || got=$?
    ((got == want)) || fail "exit code $got, expected $want: $*"
    checks=$((checks + 1))
}
# says FILE TEXT - FILE contains TEXT.
says() {
    grep -qF -- "$2" "$1" || fail "$1 does not say: $2"
    checks=$((checks + 1))
}
silent() {
    [[ ! -s $1 ]] || fail "$1 is not empty"
    checks=$((checks + 1))
}
json() {
    python3 -m json.tool "$1" >/dev/null || fail "$1 is no JSON"
    checks=$((checks + 1))
}
# has FILE EXPRESSION - of the JSON in FILE, as d, the Python expression is true.
has() {
    python3 -c 'import json, sys
d = json.load(open(sys.argv[1]))
sys.exit(not eval(sys.argv[2]))' "$1" "$2" || fail "$1: not so: $2"
    checks=$((checks + 1))
}
done_well() {
    ((checks > 0)) || fail "nothing was checked"
    echo "$checks checks"
}
# needs_dotnet MAJOR... - ends the story, as skipped, where a runtime that run.sh fetches or the guest is not; as failed
# where HEAPPROOF_REQUIRE names it.
needs_dotnet() {
    local major version
    "$heapproof" doctor >findings || true
    for major in "$@"; do
        version=$(grep -o "\[$major\.[0-9.]*\]" "$HP_SOURCE/plugins/heaps/dotnet/restore.csproj" | tr -d '[]')
        if ! grep -q "^ok  *\.NET $major  *$version in " findings || ! grep -q "^ok  *\.NET guest  " findings; then
            [[ $required != *dotnet$major* ]] || fail "HEAPPROOF_REQUIRE=$required, but: $(grep '\.NET' findings)"
            echo "skipped: needs .NET $version and the guest (heapproof doctor says how)"
            exit 77
        fi
    done
}
