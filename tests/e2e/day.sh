#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# A user's day: run a small sweep, add a size, run again; add a claim that is wrong and read the message; break the
# .cfg in five ways; change a stored value; hand on the PDF.
# shellcheck source=tests/e2e/lib.sh
. "$HP_SOURCE/tests/e2e/lib.sh"

query() {
    python3 - "$1" <<'PY'
import sqlite3, sys
for row in sqlite3.connect("out/day.db").execute(sys.argv[1]):
    print(*row, sep="|")
PY
}
write_cfg() { # SIZES
    cat >day.cfg <<CFG
run = { name = "day"; title = "A day"; question = "Does the boundary cost collections?"; seed = 7;
        scripts = [ "day.lua" ]; };
on = { heap = "gen"; runtime = 10; threshold = [ "default", "196608" ]; };
measure = { rounds = 1; counter_rounds = 1; max_iterations = 15; min_iteration = "50us"; pass_operations = 10; };
sweep = ( { name = "boundary"; workload = "chunk"; method = "chunk-array"; measure = "counters";
            with = { count = 200000; size = [ $1 ]; }; } );
CFG
}
cat >day.lua <<'LUA'
hp.check "one element more and collections begin" {
  where = { method = "chunk-array", threshold = "default" },
  boundary = { "gen2_per_1000", over = "size", below = 21243, above = 21244, is = function(n) return n > 0 end },
}
LUA

rm -rf out
# Run; a pass of 200,000 in chunks of 21,243 is 9 arrays of 85,000 bytes, one of 35,276 and the iterator.
write_cfg "21243, 21244"
expect 0 "$heapproof" run day.cfg
says stdout "holds 1"
says stdout "size 21,243 | 21,244 on gen, threshold default"
[[ $(query "SELECT DISTINCT s.value FROM sample AS s JOIN launch USING (launch_id) JOIN case_param AS p USING (case_id)
            WHERE metric = 'allocated_bytes' AND p.name = 'size' AND p.value = '21243'") == $((9 * 85000 + 35280 + 64)).0 ]] ||
    fail "the bytes of a pass differ"
folder=$(sed -n 's/^ *report *\(.*\)\/overview.pdf$/\1/p' stdout)
for file in overview.pdf this-default.pdf this-default-01.png this-196608.pdf; do
    [[ -s $folder/$file ]] || fail "no $folder/$file"
done

# Add a size: only its cases run.
write_cfg "21243, 21244, 25000"
expect 0 "$heapproof" plan day.cfg
says stdout "4 already in out/day.db"
expect 0 "$heapproof" run day.cfg --no-report
says stdout "6 of 6 have results, 4 of them from earlier runs"
[[ $(query "SELECT count(*) FROM launch") == 6 ]] || fail "finished cases ran again"

# What holds does not push the summary off the screen; all of it is one word away.
expect 0 "$heapproof" show
says stdout "  holds            1, each on a line with --list"
! grep -q "one element more" stdout || fail "show lists what holds"
expect 0 "$heapproof" show --list
says stdout "  holds            day.lua:1  one element more and collections begin  [this, default, gen]"
expect 0 "$heapproof" show --list --json
has stdout 'len(d["cases"]) == 6'

# A claim that is wrong: where, which case, both values; exit code 1.
cat >wrong.lua <<'LUA'
hp.check "the boundary is one element higher" {
  where = { method = "chunk-array", threshold = "default" },
  boundary = { "gen2_per_1000", over = "size", below = 21244, above = 21245, is = function(n) return n > 0 end },
}
hp.check "a pass allocates 800,344 bytes" {
  where = { method = "chunk-array", size = 21243, threshold = "default" },
  equal = { "allocated_bytes", 800345 },
}
LUA
expect 1 "$heapproof" check wrong.lua out/day.db
says stdout "BROKEN  wrong.lua:1  the boundary is one element higher"
says stdout "wrong.lua:5"
says stdout "allocated_bytes is 800,344"
says stdout "want 800,345"
# Only what the file claims is said, nothing of published figures.
! grep -qE '^ *(published|does not decide)' stdout || fail "check tells what wrong.lua does not claim"
expect 0 "$heapproof" check day.lua out/day.db --explain
says stdout "holds, 3 cases, want 21,243 | 21,244"
says stdout "21243: 0 | 21244: "

# Break the .cfg in five ways: place, what was expected, the way out; exit code 3; nothing is written.
cp out/day.db before.db
while IFS='|' read -r change text; do
    sed "$change" day.cfg >broken.cfg
    expect 3 "$heapproof" run broken.cfg
    says stderr "broken.cfg:"
    says stderr "$text"
    silent stdout
done <<'ROWS'
s/size = /sise = /|did you mean "size"?
s/196608/4294967296000000000000/|threshold
s/"chunk-array"/"chunk-arry"/|did you mean "chunk-array"?
s/seed = 7/seed = 99999999999999999999/|does not fit
s/^on = /\/* on = /|unterminated
ROWS
cmp -s before.db out/day.db || fail "a broken .cfg changed the database"

# A script that is wrong: file and line, exit code 3.
sed 's/gen2_per_1000/gen2_per_100/' day.lua >typo.lua
expect 3 "$heapproof" check typo.lua out/day.db
says stderr 'typo.lua:'
says stderr 'did you mean "gen2_per_1000"?'

# One stored value changed: the verdict and the printed number change with it.
python3 - <<'PY'
import sqlite3
db = sqlite3.connect("out/day.db")
db.execute("""UPDATE sample SET value = 4321 WHERE metric = 'gen2_per_1000' AND launch_id IN (SELECT launch_id
              FROM launch JOIN bench_case AS c USING (case_id) JOIN case_param AS p USING (case_id)
              WHERE p.name = 'size' AND p.value = '21243' AND c.threshold = 'default')""")
db.commit()
PY
expect 1 "$heapproof" check day.lua out/day.db
says stdout "4,321"
expect 0 "$heapproof" report out/day.db --no-png
pdf=$(grep 'this-default.pdf' stdout)
pdftotext -layout "$pdf" text
says text "4,321"
cp before.db out/day.db

# Hand on the PDF: the same bytes on every rendering, also under another locale and time zone; Russian on demand.
expect 0 "$heapproof" report out/day.db
first=$(grep 'this-default.pdf' stdout)
expect 0 env TZ=Asia/Kolkata LC_ALL=ru_RU.UTF-8 "$heapproof" report out/day.db
second=$(grep 'this-default.pdf' stdout)
[[ $first != "$second" ]] || fail "a rendering was overwritten"
cmp "$first" "$second" || fail "two renderings differ"
cmp "${first%.pdf}-01.png" "${second%.pdf}-01.png" || fail "two pictures differ"
expect 0 "$heapproof" report out/day.db --language ru --no-png
pdftotext -layout "$(grep 'this-default.pdf' stdout)" text
says text "подтверждено"
expect 0 "$heapproof" show
says stdout "A day"
expect 0 "$heapproof" show --json
has stdout 'set(d) == {"schema", "run", "name", "title", "host", "state", "database", "exit_code", "wall_ns", "cases",
    "skips", "failures", "assertions", "published", "boundaries", "files", "pages", "again"}'
has stdout 'd["boundaries"][0] == {"over": "size", "below": 21243, "above": 21244, "heap": "gen", "threshold": "default"}'
has stdout 'all("id" in v and "script" not in v for v in d["published"]["verdicts"])'
expect 0 "$heapproof" report out/day.db --no-png --json
has stdout '"overview.pdf" in d["files"][0] and d["pages"] > 0 and not any(f.endswith(".png") for f in d["files"])'
# A case that is not there: what the sentence advises works.
expect 2 "$heapproof" show 000000
read -ra advice <<<"$(sed -n 's/.*listed by: heapproof //p' stderr)"
expect 0 "$heapproof" "${advice[@]}"
id=$(sed -n '2s/ .*//p' stdout)
expect 0 "$heapproof" show "$id"
says stdout "allocated_bytes"
# Words of a script that would steer a terminal are seen, not obeyed.
printf 'print("\\27[31m")\nhp.check "a claim" { where = { size = 21243 }, equal = { chunk_count = 10 } }\n' >steer.lua
expect 0 "$heapproof" check steer.lua out/day.db
says stderr "␛[31m"
expect 0 "$heapproof" check steer.lua out/day.db --explain
says stdout "␛[31m"
printf '%s\n' 'error("\27[2J\27]0;x\7")' >>steer.lua
expect 3 "$heapproof" check steer.lua out/day.db
says stderr "steer.lua:3: ␛[2J␛]0;x␇"
! grep -q $'\x1b' stdout stderr || fail "an escape sequence reaches the terminal"
expect 1 "$heapproof" check wrong.lua out/day.db --color always
says stdout $'\x1b[1;31mbroken'
done_well
