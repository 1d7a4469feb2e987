#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What the documents show is accepted: every fenced block of them is planned (cfg), judged (lua) or looked at by
# the shell (sh). A block without a word behind its fence is not known to be right.
# shellcheck source=tests/e2e/lib.sh
. "$HP_SOURCE/tests/e2e/lib.sh"

documents=(README.md plugins/README.md configs/README.md)
rm -rf blocks out ./*.cfg
mkdir blocks

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

cfg=0 lua=0
for block in blocks/*; do
    where="${documents[${block:7:1} - 1]}:$((10#${block:9:3}))"
    case $block in
    *.cfg)
        as_file "$block" >shown.cfg
        "$heapproof" plan shown.cfg >stdout 2>stderr || fail "$where is refused: $(<stderr)"
        cfg=$((cfg + 1))
        ;;
    *.lua)
        [[ -f out/smoke.db ]] || expect 0 "$heapproof" run "$HP_SOURCE/configs/smoke.cfg" --no-report
        expect 0 "$heapproof" check "$block" out/smoke.db
        grep -qE 'assertions +holds [1-9]' stdout || fail "$where: no claim was judged"
        lua=$((lua + 1))
        ;;
    *.sh)
        expect 0 bash -n "$block"
        while read -r script; do
            [[ -x $HP_SOURCE/$script ]] || fail "$where: $script is no script of ours"
        done < <(grep -oE '^\./[a-z.]+' "$block")
        ;;
    *)
        fail "$where: a block of unknown kind ${block##*.} - write cfg, lua or sh behind its fence"
        ;;
    esac
    checks=$((checks + 1))
done
((cfg >= 2 && lua >= 1)) || fail "only $cfg cfg and $lua lua blocks were found"
done_well
