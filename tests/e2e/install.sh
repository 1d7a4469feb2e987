#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# An installed tree works by itself, from any folder, with a plugin that was built against it.
# shellcheck source=tests/e2e/lib.sh
. "$HP_SOURCE/tests/e2e/lib.sh"

prefix=$PWD/prefix
rm -rf "$prefix" away && mkdir away
expect 0 cmake --install "$HP_BUILD" --prefix "$prefix"
installed=$prefix/bin/heapproof
libraries=$(dirname "$(dirname "$(find "$prefix" -name heapproof.pc)")")

cd away
expect 0 "$installed" list metrics
says stdout "gen2_per_1000"
expect 0 "$installed" list plugins --json
json stdout
says stdout "$libraries/heapproof/plugins/"
expect 0 "$installed" plan "$prefix/share/heapproof/configs/chunk.cfg"
says stdout "cases"
expect 0 "$installed" doctor
says stdout "$prefix/share/heapproof/lua/heapproof"
expect 0 "$installed" doctor --json
json stdout

# what is named from elsewhere is said where it is; the pages' links lead somewhere
expect 6 "$installed" plan configs/chunk.cfg
says stderr "configs/chunk.cfg is not here, but came with heapproof: $prefix/share/heapproof/configs/chunk.cfg"
[[ -s $prefix/include/heapproof/template.c ]] || fail "no template beside abi.h"
page=$(find "$prefix" -path "*/doc/heapproof/README.md")
for page in "$page" "$(dirname "$page")/plugins/README.md"; do
    links=$(grep -o '](\([^)#: ]*\)' "$page" | cut -c 3-)
    [[ -n $links ]] || fail "$page has no links"
    for link in $links; do
        [[ -e $(dirname "$page")/$link ]] || fail "$page: $link is not installed"
    done
done

# man page and completion
expect 0 mandoc -Tlint -Wwarning "$prefix/share/man/man1/heapproof.1"
completion=$prefix/share/bash-completion/completions/heapproof
# complete WORDS... prints what follows the last of them.
complete_words() {
    # shellcheck disable=SC2016 # for the inner bash
    bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _heapproof
             printf "%s\n" "${COMPREPLY[@]}"' - "$completion" "$@"
}
touch my.cfg my.txt
expect 0 complete_words heapproof ru
says stdout run
expect 0 complete_words heapproof run --fr
says stdout --fresh
expect 0 complete_words heapproof run m
says stdout my.cfg
! grep -q my.txt stdout || fail "completes a file that is no .cfg"
expect 0 complete_words heapproof report --language r
says stdout ru
expect 0 complete_words heapproof list met
says stdout metrics

# a plugin of somebody else
export PKG_CONFIG_PATH=$libraries/pkgconfig
read -ra flags < <(pkg-config --cflags heapproof)
[[ $(pkg-config --variable=plugindir heapproof) == "$libraries/heapproof/plugins" ]] || fail "plugindir"
sed 's/"template"/"somebodys"/' "$HP_SOURCE/plugins/template/template.c" >somebodys.c
expect 0 "$CC" -std=c11 -shared -fPIC "${flags[@]}" somebodys.c -o "$libraries/heapproof/plugins/somebodys.so"
expect 0 "$installed" list plugins
says stdout somebodys
# in a folder of their own, as plugins/README.md says it
mkdir own
mv "$libraries/heapproof/plugins/somebodys.so" .
ln -s "$(pkg-config --variable=plugindir heapproof)"/*.so "$PWD/somebodys.so" own
HEAPPROOF_PLUGINS=$PWD/own expect 0 "$installed" list plugins
says stdout somebodys
says stdout gen
for word in 'pkg-config --cflags heapproof' 'pkg-config --variable=plugindir heapproof' HEAPPROOF_PLUGINS=; do
    grep -qF -- "$word" "$HP_SOURCE/plugins/README.md" || fail "plugins/README.md does not say $word"
done
rm -rf "$prefix"
done_well
