#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# reports/gallery/refresh.sh [DB] - takes the gallery's pictures anew from a database of configs/chunk.cfg (out/chunk.db).
# A page is found by its destination in the PDF, wherever it lies today.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
heapproof=${HEAPPROOF:-$here/../../build/release/heapproof}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for language in en ru; do
    "$heapproof" report "${1:-out/chunk.db}" --language "$language" --out "$work/$language" --quiet
done
while read -r picture language pdf destination; do
    folder=("$work/$language"/*/*)
    page=$(pdfinfo -dests "${folder[0]}/$pdf.pdf" | awk -v name="\"$destination\"" '$NF == name { print $1 }')
    cp "${folder[0]}/$pdf-$(printf '%02d' "$page").png" "$here/$picture-$language.png"
done <<'LIST'
summary   en this-default summary
boundary  en this-default boundary
published en this-default published
blocks    en this-default blocks
causal    ru this-default causal
overview  ru overview     summary
LIST
