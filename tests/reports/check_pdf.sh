#!/bin/sh
# SPDX-License-Identifier: MIT
# What other programs say about our PDFs: qpdf, poppler, mupdf and Ghostscript, on the test fixture in both
# languages. Usage: check_pdf.sh GALLERY. Prints what is wrong; the last line counts the checks.
set -u
gallery=$1
work=$(mktemp -d /tmp/heapproof-pdf-XXXXXX) || exit 1
trap 'rm -r "$work"' EXIT
checks=0 wrong=0

good() { # good DESCRIPTION COMMAND...
    what=$1
    shift
    checks=$((checks + 1))
    if ! "$@" >"$work/log" 2>&1; then
        wrong=$((wrong + 1))
        echo "WRONG $what"
        tail -n 5 "$work/log"
    fi
}

# Mean darkness of a page in a PGM file, in thousandths.
ink() {
    od -An -v -tu1 -j 15 "$1" | awk '{ for (i = 1; i <= NF; i++) { sum += 255 - $i; n++ } } END { print int(sum * 1000 / n / 255 * 100) }'
}

alike() { # ink of two renderings within a third: poppler draws thin things darker at this size
    a=$(ink "$1") b=$(ink "$2")
    d=$((a > b ? a - b : b - a))
    if [ "$a" -le 0 ] || [ $((d * 3)) -gt $((a + 100)) ]; then
        echo "ink $a against $b"
        return 1
    fi
}

fonts_allowed() { ! pdffonts "$1" | tail -n +3 | grep -v 'PTSans\|PTMono\|PT_Sans\|PT_Mono' && [ "$(pdffonts "$1" | tail -n +3 | awk '$(NF-4) != "yes" { print }' | wc -l)" -eq 0 ]; }
no_pictures() { [ "$(pdfimages -list "$1" | tail -n +3 | wc -l)" -eq 0 ]; }
inside_margins() { # every word between the side margins of 51 points
    pdftotext -bbox "$1" - | awk -F'"' '/<word/ && ($2 < 50 || $6 > 545.3) { print; bad = 1 } END { exit bad }'
}
links_resolve() { # every destination that a link names exists
    pdfinfo -dests "$1" | awk 'NR > 1 { print $NF }' | tr -d '"' | sort -u >"$work/dests"
    qpdf --qdf --object-streams=disable "$1" - | grep -a -o '/Dest (\([^)]*\))' | sed 's/.*(\(.*\))/\1/' | sort -u >"$work/links"
    if [ ! -s "$work/links" ] || [ -n "$(comm -23 "$work/links" "$work/dests")" ]; then
        comm -23 "$work/links" "$work/dests"
        return 1
    fi
}
size_budget() { [ "$(wc -c <"$1")" -le $((150000 + 20000 * $2)) ] || { wc -c "$1"; return 1; }; }
says() { pdftotext "$1" - | tr '\n' ' ' | grep -q -F "$2"; }
outline_has() { mutool show "$1" outline 2>/dev/null | grep -q -F "$2"; }
clean_qpdf() { qpdf --check "$1" >"$work/qpdf" 2>&1 && ! grep -i warning "$work/qpdf"; }
clean_gs() { [ -z "$(gs -q -dBATCH -dNOPAUSE -sDEVICE=nullpage "$1" 2>&1)" ]; }
structure() { pdfinfo -struct-text "$1" >"$work/struct" 2>&1 && grep -q '^ *Table' "$work/struct" && grep -q '^ *H1' "$work/struct" && grep -q Figure "$work/struct"; }
no_ligatures() { # the ligatures U+FB00 to U+FB06 in UTF-8
    ! pdfinfo -struct-text "$1" | LC_ALL=C grep -q "$(printf '\357\254')[$(printf '\200-\206')]"
}
meta() { pdfinfo "$1" | grep -q "$2"; }
command_line() { pdftotext -f 1 -l 1 "$1" - | grep -q -x -F "$2"; }

for language in en ru; do
    flags=0x13
    [ $language = ru ] && flags=0x53
    mkdir "$work/$language"
    good "rendering in $language" "$gallery" "$work/$language" $flags $language pdf
    for pdf in "$work/$language"/*.pdf; do
        name=$language/$(basename "$pdf")
        pages=$(pdfinfo "$pdf" | awk '/^Pages/ { print $2 }')
        good "$name: qpdf finds a fault" clean_qpdf "$pdf"
        good "$name: Ghostscript finds a fault" clean_gs "$pdf"
        good "$name: a font that is not ours" fonts_allowed "$pdf"
        good "$name: a picture inside" no_pictures "$pdf"
        good "$name: words outside the margins" inside_margins "$pdf"
        good "$name: a link to nowhere" links_resolve "$pdf"
        good "$name: too large" size_budget "$pdf" "$pages"
        good "$name: ligatures in the tagged text" no_ligatures "$pdf"
        good "$name: not tagged" meta "$pdf" '^Tagged: *yes'
    done
    main=$work/$language/this-default.pdf
    good "$language: no outline" outline_has "$main" "$([ $language = ru ] && echo 'Проверка причины' || echo 'Causal control')"
    good "$language: structure" structure "$main"
    good "$language: date" meta "$main" '^CreationDate: *Mon Nov 30 14:05:17 2026'
    good "$language: title" meta "$main" '^Title: *Chunk'
    good "$language: command to repeat" command_line "$main" 'heapproof run configs/chunk.cfg --seed 4711'
    mkdir "$work/$language/p" "$work/$language/m"
    pdftoppm -r 40 -gray "$main" "$work/$language/p/p" && mutool draw -q -r 40 -c gray -o "$work/$language/m/%02d.pgm" "$main" 2>/dev/null
    for page in "$work/$language/p"/*.pgm; do
        n=$(basename "$page" .pgm)
        good "$language: page ${n#p-} is not alike in poppler and mupdf" alike "$page" "$work/$language/m/${n#p-}.pgm"
    done
done
good "Russian sentence" says "$work/ru/this-default.pdf" 'отправляют каждый массив в кучу больших объектов'
good "Russian figures" says "$work/ru/this-default.pdf" 'У этой пары причина'
good "English sentence" says "$work/en/this-default.pdf" 'put every array into the large object heap'
echo "$checks checks, $wrong wrong"
[ "$checks" -ge 60 ] && [ "$wrong" -eq 0 ]
