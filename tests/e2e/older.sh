#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A database that an older heapproof has made: every command that reads it works, says so in a line, and leaves the
# file as it is; the next run brings it up to date.
# shellcheck source=tests/e2e/lib.sh
. "$HP_SOURCE/tests/e2e/lib.sh"

rm -rf out rendered* [12].db
cat >older.cfg <<'CFG'
run = { name = "older"; title = "Older"; seed = 1; };
on = { heap = "gen"; runtime = 10; };
measure = { rounds = 1; counter_rounds = 1; max_iterations = 15; min_iteration = "50us"; pass_operations = 2; };
sweep = ( { workload = "chunk"; method = "chunk-array"; measure = "counters"; with = { count = 1000; size = [100, 200]; }; } );
CFG
cat >older.lua <<'LUA'
hp.check "1,000 in chunks of 100 are ten" {
  where = { method = "chunk-array", size = 100 },
  equal = { "chunk_count", 10 },
}
LUA

# age VERSION - makes VERSION.db of that schema by the steps that made it then, with the rows of out/older.db.
age() {
    python3 - "$1" "$HP_SOURCE"/host/store/sql/0*.sql <<'PY'
import sqlite3, sys
version, steps = int(sys.argv[1]), sys.argv[2:]
db = sqlite3.connect(f"{version}.db")
for step in steps[:version]:
    db.executescript(open(step).read())
db.executescript(f"PRAGMA user_version = {version}; PRAGMA application_id = {0x48505246}; ATTACH 'out/older.db' AS now")
for (table,) in db.execute("SELECT name FROM main.sqlite_schema WHERE type = 'table'").fetchall():
    columns = ", ".join(row[1] for row in db.execute(f"PRAGMA main.table_info({table})"))
    db.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM now.{table}")
db.execute("UPDATE main.meta SET value = 'of then' WHERE key = 'views_sha'")
db.commit()
PY
}
# reads VERSION COMMAND... - it works, says in one line what it did, and the file keeps its bytes.
reads() {
    local version=$1 before after
    shift
    before=$(sha256sum "$version.db")
    expect 0 "$heapproof" "$@"
    after=$(sha256sum "$version.db")
    [[ $before == "$after" ]] || fail "$version.db has changed"
    [[ $(wc -l <stderr) == 1 ]] || fail "not one line on stderr"
    says stderr "heapproof: $version.db: has an older schema - read from a private copy brought up to date"
}

expect 0 "$heapproof" run older.cfg --no-report
expect 0 "$heapproof" show --db out/older.db --list
cp stdout list.now
for version in 1 2; do
    age $version
    reads $version show --db $version.db --list
    cmp -s stdout list.now || fail "show lists other cases"
    reads $version show --db $version.db
    reads $version check older.lua $version.db
    reads $version plan older.cfg --db $version.db
    says stdout "0 to run"
    reads $version report $version.db --no-png --out rendered$version
    says stdout "overview.pdf"
    chmod a-w $version.db
    reads $version show --db $version.db --list
    chmod u+w $version.db
    expect 0 "$heapproof" run older.cfg --no-report --db $version.db
    says stderr "2 already in $version.db, 0 to run"
    expect 0 "$heapproof" show --db $version.db --list
    silent stderr
    cmp -s stdout list.now || fail "the run measured again what was there"
done

# What is newer stays refused.
python3 -c 'import sqlite3; sqlite3.connect("1.db").execute("PRAGMA user_version = 9")'
expect 6 "$heapproof" show --db 1.db
says stderr "was written by a newer heapproof (schema 9"

done_well
