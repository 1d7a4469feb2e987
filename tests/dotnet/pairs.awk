# SPDX-License-Identifier: MIT
# Takes from the differences of pairs.sql (CASE | METRIC | GEN | DOTNET) those that the file `known` lists, a line each:
# REGULAR EXPRESSION of the case | METRIC | REASON. Fails with every other one, and with every line that lists nothing.
BEGIN {
    while ((getline line < known) > 0) {
        if (line ~ /^(#|$)/)
            continue
        if (split(line, part, " [|] ") != 3) {
            print known ": expected CASE | METRIC | REASON, got: " line
            failed = 1
            continue
        }
        count++
        cases[count] = part[1]
        metrics[count] = part[2]
    }
}
{
    taken = 0
    for (i = 1; i <= count; i++)
        if ($2 == metrics[i] && $1 ~ "^" cases[i]) {
            used[i]++
            taken = 1
        }
    if (!taken) {
        print "differs: " $1 ": " $2 " is " $3 " on gen, " $4 " on dotnet"
        failed = 1
    }
    known_ones += taken
}
END {
    for (i = 1; i <= count; i++)
        if (!used[i]) {
            print known ": " cases[i] " | " metrics[i] " does not differ any more"
            failed = 1
        }
    if (!failed)
        print known_ones + 0 " known differences, no other"
    exit failed
}
