#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the documents show is accepted: every fenced block of them is planned (cfg), judged (lua) or run by the
# shell (sh), and README's commands are run as they stand, in a folder where its example has just been run. A block
# without a word behind its fence is not known to be right.
# shellcheck source=tests/e2e/lib.sh
. "$HP_SOURCE/tests/e2e/lib.sh"

documents=(README.md plugins/README.md configs/README.md)
rm -rf blocks out lua tests configs ./*.cfg ./*.lua ./*.txt
mkdir blocks configs

# Blocks as files blocks/NNN-LINE.KIND, and what is left of a document whose fences do not pair.
number=0
for document in "${documents[@]}"; do
    number=$((number + 1))
    awk -v stem="blocks/$number" '
        /^```/ && file == "" { kind = substr($0, 4); file = sprintf("%s-%03d.%s", stem, NR, kind == "" ? "none" : kind)
                               printf "" >file; next }
        /^```/ { close(file); file = ""; next }
        file != "" { print >file }
        END { exit file != "" }' "$HP_SOURCE/$document" || fail "$document: a fence is never closed"
done

# The example that the documents speak of, as small as its claims allow: counters, one heap, one method.
sed 's/^measure = {/measure = { times = false; counter_rounds = 1; pass_operations = 20;/' \
    "$HP_SOURCE/configs/chunk.cfg" >configs/chunk.cfg
ln -s "$HP_SOURCE/configs/machines" configs/machines
ln -s "$HP_SOURCE/lua" lua
ln -s "$HP_SOURCE/tests" tests
PATH="$(dirname "$heapproof"):$PATH"
only='machine=this heap=gen method=chunk-array element=int32 held=false count=1000000 threshold=default'
expect 0 heapproof run configs/chunk.cfg --only "$only" --no-report

# A block that has no sweep of its own is a part of one.
as_file() { # BLOCK
    if grep -qE '^ *(sweep|probes) *=' "$1"; then
        cat "$1"
    elif grep -qE '^ *(with|on|where|zip) *=' "$1"; then
        echo 'sweep = ( { workload = "chunk"; method = "chunk-array";'
        cat "$1"
        echo '} );'
    else
        cat "$1"
        echo 'sweep = ( { workload = "chunk"; method = "chunk-array"; } );'
    fi
}

cfg=0 lua=0 commands=0
for block in blocks/*; do
    where="${documents[${block:7:1} - 1]}:$((10#${block:9:3}))"
    case $block in
    *.cfg)
        as_file "$block" >shown.cfg
        "$heapproof" plan shown.cfg >stdout 2>stderr || fail "$where is refused: $(<stderr)"
        cfg=$((cfg + 1))
        ;;
    *.lua)
        cp "$block" my.lua
        expect 0 heapproof check my.lua out/chunk.db
        grep -qE 'assertions +holds [1-9]' stdout || fail "$where: no claim was judged"
        lua=$((lua + 1))
        ;;
    *.sh)
        expect 0 bash -n "$block"
        while read -r script; do
            [[ -x $HP_SOURCE/$script ]] || fail "$where: $script is no script of ours"
        done < <(grep -oE '^\./[a-z.]+' "$block")
        # what builds and tests everything is not run by a test; the rest is
        if ! grep -q '^\./' "$block"; then
            expect 0 bash -e "$block"
            commands=$((commands + 1))
        fi
        ;;
    *)
        fail "$where: a block of unknown kind ${block##*.} - write cfg, lua or sh behind its fence"
        ;;
    esac
    checks=$((checks + 1))
done
((cfg >= 2 && lua >= 1 && commands >= 2)) || fail "only $cfg cfg, $lua lua and $commands sh blocks were found"

# Commands inside a line of README: those that name what is there.
inline=0
# shellcheck disable=SC2016 # the backticks are the README's
while read -ra words; do
    expect 0 "${words[@]}"
    inline=$((inline + 1))
done < <(grep -oE '`heapproof [^`]* [^`]*`' "$HP_SOURCE/README.md" | tr -d '`')
((inline >= 3)) || fail "only $inline commands were found in the lines of README"
done_well
