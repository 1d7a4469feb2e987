#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Wrong command lines: exit code 2, one sentence with the way out. Right ones: help, version, lists.
# shellcheck source=tests/e2e/lib.sh
. "$HP_SOURCE/tests/e2e/lib.sh"

# words of the command line | what stderr says
while IFS='|' read -r words text; do
    read -ra argv <<<"$words"
    expect 2 "$heapproof" "${argv[@]}"
    says stderr "$text"
    silent stdout
    (($(wc -l <stderr) == 1)) || fail "more than one line for: $words"
done <<'ROWS'
rnu|unknown command "rnu" - did you mean "run"?
frobnicate|unknown command "frobnicate" - the commands are listed by: heapproof
configs/chunk.cfg|heapproof run configs/chunk.cfg
run|run needs FILE.cfg, as in: heapproof run configs/chunk.cfg
run a.cfg b.cfg|run takes FILE.cfg and no more: "b.cfg"
doctor now|doctor takes no operand: "now"
run a.cfg --fersh|unknown option --fersh - did you mean --fresh?
run a.cfg --explain|--explain is no option of run, but of: check
run a.cfg --zzzzzzzzz|its options are listed by: heapproof help run
run a.cfg -z|unknown option -z
run a.cfg --seed|--seed needs a N
run a.cfg --seed many|--seed many: expected a whole number from 0
run a.cfg --seed -3|--seed -3: expected a whole number from 0
run a.cfg --db=|--db needs a FILE, not an empty text
run a.cfg --fresh=yes|--fresh takes no value
report x.db --language de|--language de: expected one of: en ru
list metric|no list of "metric" - did you mean "metrics"?
list everything|no list of "everything" - there are: metrics methods views plugins heaps options
help rn|no help on "rn" - did you mean "run"?
--frozen|unknown option --frozen
ROWS

expect 0 "$heapproof"
says stdout "heapproof run configs/chunk.cfg"
silent stderr
for command in run plan check report replay record list show doctor help; do
    expect 0 "$heapproof" "$command" --help
    says stdout "heapproof $command"
    says stdout "EXIT CODES"
    cp stdout help-screen
    expect 0 "$heapproof" help "$command"
    cmp -s stdout help-screen || fail "help $command and $command --help differ"
done
expect 0 "$heapproof" help config
says stdout "run.seed"
expect 0 "$heapproof" --version
grep -qE '^heapproof [0-9]+\.[0-9]+\.[0-9]+ \(([0-9a-f]{12}(\+dirty)?|unknown)\)$' stdout ||
    fail "what is that version?"

for list in metrics methods views plugins heaps options; do
    expect 0 "$heapproof" list "$list"
    (($(wc -l <stdout) > 1)) || fail "list $list is empty"
    expect 0 "$heapproof" list "$list" --json
    json stdout
done
expect 0 "$heapproof" list metrics
says stdout "gen2_per_1000"
expect 0 "$heapproof" list methods --json
has stdout '{(m["name"], m["operation"], m["metrics"] is None) for m in d["methods"]} >= {("fresh", "one message", True)}'
has stdout '"loh_threshold_bytes" in [m["metrics"] for m in d["methods"] if m["name"] == "threshold"][0].split()'
expect 0 "$heapproof" list methods
says stdout "one message"

# A file that is not there is the environment's fault, a wrong one is not.
expect 6 "$heapproof" plan none.cfg
says stderr "none.cfg"
echo 'run = { name = "x"; ' >broken.cfg
expect 3 "$heapproof" plan broken.cfg
says stderr "broken.cfg:"
expect 6 "$heapproof" show --db none.db
says stderr "none.db"

# Completion: the command is the first word that is no option and no option's value.
"$heapproof" help --completion >completion.bash
# shellcheck source=/dev/null
. ./completion.bash
completes() { # WANT WORD... - the last word is being typed
    local want=$1
    shift
    COMP_WORDS=(heapproof "$@") COMP_CWORD=$# COMPREPLY=()
    _heapproof
    [[ " ${COMPREPLY[*]} " == *" $want "* ]] || fail "completion of '$*': ${COMPREPLY[*]}, not $want"
    checks=$((checks + 1))
}
completes run ru
completes run --color always ru
completes run --color = always ru
completes --fresh run --fr
completes --explain --color always check --ex
completes metrics --color always list me
completes ru run --language r

# A reader that has enough is no error.
"$heapproof" list options | head -1 >stdout || fail "a closed pipe is an error"
done_well
