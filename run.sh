#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# ./run.sh [FILE.cfg] [options] - installs what is missing, builds, and runs FILE.cfg (configs/chunk.cfg).
# Options go to `heapproof run`; its exit code is passed on.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

"$here/.ci/install" "$here/.ci/packages-run"
"$here/.ci/dotnet"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
build() {
    cmake -S "$here" --preset release && cmake --build "$here/build/release"
}
echo "building build/release" >&2
if ! (cd "$here" && build) >"$log" 2>&1; then
    cat "$log" >&2
    echo "the build failed" >&2
    exit 6
fi

# Both as they are typed here: the run's last line says them again.
prefix=$here/
[[ $PWD != "$here" ]] || prefix=
if (($# > 0)) && [[ $1 != -* ]]; then
    file=$1
    shift
else
    file=${prefix}configs/chunk.cfg
fi
rm -f "$log"
exec "${prefix}build/release/heapproof" run "$file" "$@" # a signal to this script reaches the run
