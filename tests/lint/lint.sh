#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# lint.sh RULE - rules about the sources that a compiler does not check. Prints every offence; no file to look
# at is an offence too.
set -euo pipefail
cd "$HP_SOURCE"
offences=0
looked=0

offend() {
    echo "$*"
    offences=$((offences + 1))
}
# Sources under the folders given, names of files as find's -name takes them after "--".
files() {
    local folders=() names=()
    while [[ $1 != -- ]]; do
        folders+=("$1")
        shift
    done
    shift
    for name in "$@"; do names+=(-o -name "$name"); done
    find "${folders[@]}" \( -path ./build -o -path ./out -o -path ./.git \) -prune -o \
        -type f \( "${names[@]:1}" \) -print | sed 's|^\./||' | sort
}

# A library's header is included in one folder only. A heap that hosts a library loads it itself.
rule_folders() {
    local row pattern folder also found
    for row in 'sqlite3\.h host/store' 'l(ua|ualib|auxlib)\.h host/script' 'libconfig\.h host/config' \
        '(cairo|pango|fontconfig)[a-z/-]*\.h reports' 'dlfcn\.h host/plugin plugins/heaps/dotnet'; do
        read -r pattern folder also <<<"$row"
        found=$(grep -rlE "^#include *[<\"]([a-z0-9.]*/)?${pattern}[>\"]" host plugins reports \
            --include='*.[ch]' || true)
        [[ $found == *"$folder"/* ]] || offend "$folder: includes no $pattern any more"
        for file in $found; do
            looked=$((looked + 1))
            [[ $file == "$folder"/* || $file == "${also:-$folder}"/* ]] || offend "$file: includes $pattern, which belongs to $folder"
        done
    done
}

# A plugin sees the ABI, its own folder and plugins/bcl.
rule_plugins() {
    local file line header
    while read -r file; do
        looked=$((looked + 1))
        while read -r line; do
            header=${line#*[<\"]}
            header=${header%[>\"]*}
            case $line in
            *'<heapproof/abi.h>'*) ;;
            *'<heapproof/'*) offend "$file: includes <$header>; only heapproof/abi.h is public" ;;
            *'"bcl/'*) [[ -f plugins/$header ]] || offend "$file: no plugins/$header" ;;
            *'"'*) [[ -f ${file%/*}/$header ]] || offend "$file: \"$header\" is not in its folder" ;;
            esac
        done < <(grep -E '^ *# *include' "$file")
    done < <(files plugins -- '*.c' '*.h')
}

# A stage includes itself and earlier ones.
rule_stages() {
    local order=(base config plugin measure plan worker store verdict script reports cmd)
    local -A place
    local i stage folder file used
    for i in "${!order[@]}"; do place[${order[i]}]=$i; done
    for stage in "${order[@]}"; do
        folder=host/$stage
        [[ $stage == reports ]] && folder=reports
        while read -r file; do
            looked=$((looked + 1))
            while read -r used; do
                [[ -n ${place[$used]:-} ]] || continue
                ((place[$used] <= place[$stage])) ||
                    offend "$file: stage $stage includes the later stage $used"
            done < <(sed -n 's|^ *# *include *"\([a-z]*\)/.*|\1|p' "$file" | sort -u)
        done < <(files "$folder" -- '*.c' '*.h')
    done
}

rule_files() {
    local file lines
    while read -r lines file; do
        looked=$((looked + 1))
        ((lines <= 800)) || offend "$file: $lines lines, at most 800"
    done < <(files host plugins reports tests lua -- '*.c' '*.h' '*.lua' '*.sh' '*.sql' |
        xargs -d '\n' -n 1000000 wc -l | sed '$d')
}

# Lines of a function; a table of rows inside it does not count.
# shellcheck disable=SC2016 # $0 is awk's
without_tables='
    NR < begin || NR > end { next }
    !table && /^ +(static )?const .*= \{$/ { match($0, /^ +/); table = RLENGTH }
    !table { lines++ }
    table && /^ +\};$/ { match($0, /^ +/); if (RLENGTH == table) table = 0 }
    END { print lines + 0 }'
rule_functions() {
    local name file begin end lines
    while IFS=$'\t' read -r name file begin end; do
        looked=$((looked + 1))
        ((end - begin < 100)) && continue
        lines=$(awk -v begin="$begin" -v end="$end" "$without_tables" "$file")
        ((lines <= 100)) || offend "$file:$begin: $name() has $lines lines without its tables, at most 100"
    done < <(files host plugins reports tests -- '*.c' '*.h' |
        ctags -L - --kinds-C=f --fields=ne --output-format=xref --_xformat=$'%N\t%F\t%n\t%e' -f -)
}

# Every header compiles alone.
rule_headers() {
    local flags=(-fsyntax-only -x c -D_GNU_SOURCE -Wall -Wextra -Wpedantic -Werror -Ihost/include -Iplugins
        -Itests/lib)
    local view file standard libraries
    for view in "$HP_BUILD"/stages/*; do flags+=("-I$view"); done
    read -ra libraries < <(pkg-config --cflags cairo pangocairo pangoft2 fontconfig libconfig lua5.4 sqlite3)
    while read -r file; do
        for standard in c11 c17; do
            looked=$((looked + 1))
            "$CC" -std="$standard" "${flags[@]}" -I"${file%/*}" "${libraries[@]}" -include "$file" - <<<'extern int here;' ||
                offend "$file: does not compile alone as $standard"
        done
    done < <(files host plugins reports -- '*.h')
}

# The public header is also C++, with every warning on.
rule_abi() {
    local standard warnings=(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -fsyntax-only -Ihost/include)
    for standard in c11 c17; do
        looked=$((looked + 1))
        "$CC" -x c -std="$standard" "${warnings[@]}" -include heapproof/abi.h /dev/null ||
            offend "abi.h: does not compile as $standard"
    done
    for standard in c++11 c++17 c++20; do
        looked=$((looked + 1))
        c++ -x c++ -std="$standard" "${warnings[@]}" -include heapproof/abi.h /dev/null ||
            offend "abi.h: does not compile as $standard"
    done
}

# No marks of unfinished work, no paths of one developer's machine.
rule_marks() {
    local mark line all marks=()
    for mark in 'TO''DO' 'FIX''ME' 'X''XX' 'HA''CK' '/wo''rk/main' '/wo''rk/shared' '/tmp/bu''ild'; do
        marks+=(-e "$mark")
    done
    mapfile -t all < <(files . -- '*.c' '*.h' '*.lua' '*.sh' '*.sql' '*.cfg' '*.cmake' CMakeLists.txt '*.md')
    looked=${#all[@]}
    while read -r line; do offend "$line"; done < <(grep -nHwF "${marks[@]}" -- "${all[@]}")
}

rule_licences() {
    local file all
    mapfile -t all < <(files . -- '*.c' '*.h' '*.sh' | grep -v /corpus/)
    looked=${#all[@]}
    while read -r file; do offend "$file: no SPDX line at its top"; done < <(
        awk 'FNR <= 2 && /SPDX-License-Identifier: MIT/ { there[FILENAME] = 1 } FNR == 2 { nextfile }
            END { for (i = 1; i < ARGC; i++) if (!there[ARGV[i]]) print ARGV[i] }' "${all[@]}")
}

"rule_$1"
echo "$looked looked at, $offences offences"
((looked > 0 && offences == 0))
