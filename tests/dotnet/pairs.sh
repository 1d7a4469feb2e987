#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The ported library on gen and the real one on .NET: every method and probe of pairs.cfg counts the same on both, but
# for what pairs.known lists with its reason.
# shellcheck source=tests/e2e/lib.sh
. "$HP_SOURCE/tests/e2e/lib.sh"
here=$HP_SOURCE/tests/dotnet
needs_dotnet 8 9 10
rm -rf out
expect 0 "$heapproof" run "$here/pairs.cfg" --no-report --quiet

# Nothing is left out: every method and probe has counted, on both heaps as all three.
[[ $(sqlite3 out/pairs.db "SELECT count(*) FROM failed_launch") == 0 ]] || fail "a launch failed"
lonely=$(sqlite3 out/pairs.db "SELECT workload || ' ' || method FROM case_list
    GROUP BY workload, method, params HAVING count(*) <> 6 OR sum(done = 0) > 0")
[[ -z $lonely ]] || fail "not on both heaps as 8, 9 and 10: $lonely"

sqlite3 -separator ' | ' out/pairs.db <"$here/pairs.sql" >differences
awk -F ' [|] ' -v known="$here/pairs.known" -f "$here/pairs.awk" differences >verdict || fail "$(cat verdict)"
cat verdict
checks=$((checks + 1))
done_well
