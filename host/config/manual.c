/* SPDX-License-Identifier: MIT
 * What does the manual of .cfg files say? Markdown made from the table of keys, between sentences that
 * no table can hold; configs/README.md is this text, and a test compares.
 */
#include "config/config.h"

static const char head[] =
    "# Configurations\n"
    "\n"
    "A `.cfg` file says what to run and within which limits. Adding a size is adding a number:\n"
    "no C, no Lua, no rebuild. `heapproof plan FILE.cfg` checks it and prints what would run.\n"
    "\n"
    "| file | what it runs |\n"
    "|---|---|\n"
    "| `chunk.cfg` | the main job: where does cutting into chunks start to cost full collections? "
    "|\n"
    "| `builder.cfg` | from which length on does one Append put a text into the large object heap? "
    "|\n"
    "| `pool.cfg` | from which length on does renting use the large object heap, and how many "
    "arrays "
    "does a pool keep? |\n"
    "| `streamcopy.cfg` | from which length on does the first CopyTo put a buffer into the large "
    "object heap? |\n"
    "| `threshold.cfg` | what does the threshold setting do below the default, above it and beyond "
    "the runtime's limit? |\n"
    "| `all.cfg` | the four workloads, one after the other, each with its own database and report "
    "|\n"
    "| `smoke.cfg` | a few seconds of everything, to see that an installation works |\n"
    "| `machines/NAME.cfg` | a machine that `gen` can stand for: `on = { machine = \"NAME\"; };` "
    "|\n"
    "\n"
    "## Values\n"
    "\n"
    "The files are libconfig's: `key = value;`, groups `{ }`, lists `( )`, arrays `[ ]` of values "
    "of\n"
    "one kind, texts in double quotes on one line, comments `#`, `//` and `/* */`.\n"
    "\n"
    "Every axis, parameter and option takes any of these, and lists `( )` of them:\n"
    "\n"
    "| written | stands for |\n"
    "|---|---|\n"
    "| `20000`, `\"96KiB\"`, `\"20ms\"`, `\"int32\"`, `true` | one value; a number past 31 bits "
    "is"
    " written as a text |\n"
    "| `[ 20000, 25000 ]` | each of them |\n"
    "| `{ from = 1000; to = 5000; step = 1000; }` | 1000, 2000, 3000, 4000, 5000 |\n"
    "| `{ from = 1; to = 1000; factor = 10; }` | 1, 10, 100, 1000; a factor like 1.5 is rounded "
    "to"
    " whole numbers |\n"
    "| `{ around = 21244; by = 1; }` | 21243 and 21244: the last value below a boundary and the"
    " first one from it on |\n"
    "| `{ around = 21244; by = 1; span = 3; }` | three on each side: 21241 to 21246 |\n"
    "| `{ set = \"edge\"; }` | the values that `sets = { edge = ..; };` names |\n"
    "| `also = [ 25000, 49146 ]` in any of these groups | those as well, all in ascending order |\n"
    "\n"
    "A value that stands there twice counts once. All axes of a sweep are combined, each with "
    "each;\n"
    "`zip` lets some advance together, `where` leaves cases out, a parameter that a method does "
    "not\n"
    "use makes no cases of its own. More than 10,000 cases need `--max-cases N`.\n"
    "\n"
    "Titles, the question and names of sweeps are drawn by the report: Latin and Cyrillic letters, "
    "digits,\n"
    "common punctuation and signs; of Greek \xce\x94 \xce\xa9 \xce\xbc \xcf\x80; no emoji, no line "
    "breaks.\n"
    "\n"
    "`@include \"common/axes.cfg\"` puts another file's settings in its place, at the top or "
    "inside a\n"
    "group; its path starts at the including file.\n"
    "\n"
    "## Keys\n"
    "\n"
    "| key | type | default | values | meaning |\n"
    "|---|---|---|---|---|\n";

static void cell(struct hp_text *out, const char *text)
{
    if (*text != '\0')
        hp_text_print(out, " %s |", text);
    else
        hp_text_put(out, " |");
}

void hp_config_print_manual(struct hp_text *out)
{
    hp_text_put(out, head);
    for (const struct hp_key *key = hp_config_keys; key->name != NULL; key++) {
        hp_text_print(out, "| `%s` |", key->name);
        cell(out, key->type);
        cell(out, key->fallback);
        cell(out, key->range);
        cell(out, key->help);
        hp_text_put(out, "\n");
    }
}
