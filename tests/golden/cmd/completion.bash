# bash completion for heapproof; made by `heapproof help --completion`
_heapproof_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word")
}
_heapproof_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -X "!$1" -- "$word"; compgen -d -- "$word")
}
_heapproof() {
    local word=${COMP_WORDS[COMP_CWORD]} command='' options='' operands='' i
    local before=${COMP_WORDS[COMP_CWORD-1]}
    case $before in
    --db|-d)
        _heapproof_files '*'
        return ;;
    --out|-o)
        mapfile -t COMPREPLY < <(compgen -d -- "$word")
        return ;;
    --only)
        COMPREPLY=()
        return ;;
    --seed|-s)
        COMPREPLY=()
        return ;;
    --max-cases)
        COMPREPLY=()
        return ;;
    --jobs|-j)
        COMPREPLY=()
        return ;;
    --language)
        _heapproof_words 'en ru'
        return ;;
    --run|-r)
        COMPREPLY=()
        return ;;
    --heap)
        COMPREPLY=()
        return ;;
    --runtime)
        _heapproof_words '8 9 10'
        return ;;
    --machine)
        COMPREPLY=()
        return ;;
    --processors)
        COMPREPLY=()
        return ;;
    --options)
        COMPREPLY=()
        return ;;
    --family)
        COMPREPLY=()
        return ;;
    --known)
        _heapproof_files '*'
        return ;;
    --count)
        COMPREPLY=()
        return ;;
    --color)
        _heapproof_words 'auto always never'
        return ;;
    esac
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        --db|-d|--out|-o|--only|--seed|-s|--max-cases|--jobs|-j|--language|--run|-r|--heap|--runtime|--machine|--processors|--options|--family|--known|--count|--color)
            [[ ${COMP_WORDS[i+1]} == = ]] && ((i++))
            ((i++)) ;;
        -*) ;;
        *)
            command=${COMP_WORDS[i]}
            break ;;
        esac
    done
    if [[ -z $command ]]; then
        _heapproof_words 'run plan check report replay record list show doctor help --color --help --version'
        return
    fi
    case $command in
    run)
        options='--db --out --only --seed --fresh --max-cases --jobs --language --no-png --no-report --json --quiet --color --help --version'
        operands='*.cfg' ;;
    plan)
        options='--db --out --only --max-cases --list --json --color --help --version'
        operands='*.cfg' ;;
    check)
        options='--explain --run --json --quiet --color --help --version'
        operands='*.lua *.db' ;;
    report)
        options='--out --language --no-png --run --json --quiet --color --help --version'
        operands='*.db' ;;
    replay)
        options='--jobs --heap --runtime --machine --processors --options --family --known --write --quiet --color --help --version'
        operands='*.txt' ;;
    record)
        options='--seed --jobs --heap --runtime --machine --processors --options --count --quiet --color --help --version'
        operands='heap-sizes heap-threshold heap-loh heap-lohcount heap-promote heap-refs heap-gen0count heap-gen0live heap-mixed heap-harsh heap-threads heap-handles heap-finalizers heap-server heap-limit builder builder-replace stream copy pool pool-capacity chunk threshold' ;;
    list)
        options='--json --color --help --version'
        operands='metrics methods views plugins heaps options' ;;
    show)
        options='--db --out --only --list --run --gc --json --color --help --version'
        operands='' ;;
    doctor)
        options='--json --color --help --version'
        operands='' ;;
    help)
        options='--man --completion --color --help --version'
        operands='run plan check report replay record list show doctor config' ;;
    esac
    if [[ $word == -* ]]; then
        _heapproof_words "$options"
        return
    fi
    case $operands in
    *'*'*)
        local all=()
        set -f
        for i in $operands; do
            _heapproof_files "$i"
            all+=("${COMPREPLY[@]}")
        done
        set +f
        COMPREPLY=("${all[@]}") ;;
    *)
        _heapproof_words "$operands" ;;
    esac
}
complete -F _heapproof heapproof
