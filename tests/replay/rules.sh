#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What counts as a result, as equal and as a difference, shown on files made from the recorded ones.
# shellcheck source=tests/e2e/lib.sh
. "$HP_SOURCE/tests/e2e/lib.sh"
truth=$HP_SOURCE/tests/truth
# replay CODE LAST-LINE ARGUMENTS...
replay() {
    local code=$1 last=$2
    shift 2
    expect "$code" "$heapproof" replay --quiet --options verify=false "$@"
    [[ $(tail -n 1 stdout) == "$last" ]] || fail "the last line is not: $last"
}

# ---- one altered value, one more difference: numbers, bare values, exceptions, aborts, types, groups
head -n 40 "$truth/chunk.txt" >chunk.txt
echo 'i32 count=5 size=0 chunk-array -> throws ArgumentOutOfRange' >>chunk.txt
cp "$truth/threshold.txt" threshold.txt
awk '/^trace/ { n++ } n > 4 && n < 7' "$truth/heap-loh.txt" >heap-loh.txt
while IFS='|' read -r file runtime from to; do
    replay 0 "$(awk -v f="$file" -v r="$runtime" '$1 == f && $2 == r { print $3 }' <<'COUNTS'
chunk.txt 8 87
chunk.txt 10 87
threshold.txt 8 70
threshold.txt 10 70
heap-loh.txt 8 201
heap-loh.txt 9 172
COUNTS
    ) results, 0 differ" --runtime "$runtime" "$file"
    all=$(tail -n 1 stdout)
    mkdir -p altered
    FROM=$from TO=$to perl -0pe '$n += s/\Q$ENV{FROM}\E/$ENV{TO}/ unless $n' "$file" >"altered/$file"
    cmp -s "$file" "altered/$file" && fail "$file has no: $from"
    replay 1 "${all% 0 differ} 1 differ" --runtime "$runtime" "altered/$file"
    (($(wc -l <stdout) == 2)) || fail "not one line for one difference: $file $from"
    grep -qE "^altered/$file:[0-9]+: .*: [a-z0-9_]+ expected .*, got .*$" stdout ||
        fail "a difference has another form"
done <<'ROWS'
chunk.txt|8|bytes=1034144|bytes=1034145
chunk.txt|10|1001024 chunks=40|1001024 chunks=41
chunk.txt|10|yield=EnumerableChunkIterator|yield=ArrayChunkIterator
chunk.txt|10|throws ArgumentOutOfRange|throws ArgumentNull
threshold.txt|10|@9,10 4194192|@9,10 4194193
threshold.txt|8|process aborts: Out of memory|process aborts: Stack overflow
threshold.txt|8|process aborts: Out of memory|4194192
heap-loh.txt|8|approx@8=|approx@8=1
heap-loh.txt|9| soh_live@9=24| soh_live@9=49
heap-loh.txt|8| gen2=| gen2=1
ROWS
# A tag of another runtime alters nothing; soh_live is equal within 24.
sed 's/soh_live@10=24/soh_live@10=1/; s/soh_live@9=24/soh_live@9=0/' heap-loh.txt >altered/heap-loh.txt
replay 0 "172 results, 0 differ" --runtime 9 altered/heap-loh.txt

# ---- the order of traces and lines does not matter
perl -00 -e 'srand(7); @t = <>; print map { $_->[1] } sort { $a->[0] <=> $b->[0] } map { [rand, $_] } @t' \
    <(awk "/^trace/ { n++ } n <= 10" "$truth/heap-lohcount.txt") >heap-lohcount.txt
[[ $(grep -m 1 trace heap-lohcount.txt) != "trace lohcount-00" ]] || fail "nothing was shuffled"
replay 0 "300 results, 0 differ" --runtime 8 heap-lohcount.txt
mkdir -p shuffled
for file in chunk threshold; do
    shuf --random-source=<(yes) $file.txt >shuffled/$file.txt
done
replay 0 "157 results, 0 differ" --runtime 9 shuffled/chunk.txt shuffled/threshold.txt

# ---- no file, nothing in it, nothing that says its family
expect 6 "$heapproof" replay none.txt --family heap
says stderr "none.txt: No such file or directory"
: >heap-empty.txt
expect 3 "$heapproof" replay heap-empty.txt
says stderr "heap-empty.txt: there is no operation in it"
cp heap-loh.txt other.txt
expect 2 "$heapproof" replay other.txt
says stderr "other.txt: its name tells no family of traces - say --family heap"
replay 0 "201 results, 0 differ" --runtime 8 --family heap other.txt
expect 2 "$heapproof" replay "$truth/pool.txt" --processors 4
says stderr "holds answers for 2 and 20 processors, not for 4"

# ---- written answers replay as equal, without tags, for one runtime
expect 2 "$heapproof" replay --write heap-loh.txt
says stderr "say --runtime 8, 9 or 10"
mkdir -p written
for runtime in 8 10; do
    for file in heap-loh chunk threshold; do
        expect 0 "$heapproof" replay --quiet --options verify=false --runtime $runtime --write $file.txt
        cp stdout written/$file.txt
        if grep -q '@' written/$file.txt; then fail "tags in what was written"; fi
    done
    expect 0 "$heapproof" replay --quiet --options verify=false --runtime $runtime written/*.txt
    grep -qE '^[1-9][0-9]* results, 0 differ$' stdout || fail "what was written is not equal"
done
printf 'trace mine\nset gen0_size=1048576\nx 100000 obj 24\na u8 100000 0\nr\ng 0\nend\n' >heap-mine.txt
expect 0 "$heapproof" replay --write --runtime 9 heap-mine.txt
says stdout "g 0 -> generation=2"
grep -qE '^r -> bytes=2500024 approx=[0-9]+ gen0=2 gen1=[0-9]+ gen2=[0-9]+$' stdout || fail "what r answers"

# ---- threads with their own counters, handles, pins; what the ABI has not is said
cat >heap-threads.txt <<'LINES'
trace threads
set threads=2
a u8 100 0
thread 1
r
a u8 1000 1
x 10 u8 976
r
strong 0 1
weak 1 1
f 1
c 2
target 0
target 1
thread 2
r
free 0
c 1
c 2
target 1
get 1 1
a u8 40 2
pin 2 2
f 2
c 2
target 2
get 2 3
g 3
thread 0
r
free 2
f 3
c 2
target 2
end
LINES
expect 0 "$heapproof" replay --write --runtime 8 --options verify=true heap-threads.txt
mv stdout written/heap-threads.txt
grep -E '^(r|g|target) ' written/heap-threads.txt | sed 's/ approx=[0-9]*//; s/ gen0=/ /; s/ gen[12]=/ /g' >stdout
diff - stdout <<'LINES' || fail "threads and handles answer otherwise"
r -> bytes=0 0 0 0
r -> bytes=11024 0 0 0
target 0 -> alive=1 generation=1
target 1 -> alive=1 generation=1
r -> bytes=0 1 1 1
target 1 -> alive=0
target 2 -> alive=1 generation=1
g 3 -> generation=1
r -> bytes=128 4 4 3
target 2 -> alive=0
LINES
expect 0 "$heapproof" replay --quiet --runtime 8 written/heap-threads.txt
printf 'trace a\nthread 1\nend\n\ntrace b\na fin 24 0\nend\n\ntrace c\nset heap_count=2\nr -> bytes=0\nend\n' >heap-not.txt
expect 1 "$heapproof" replay --runtime 8 heap-not.txt
says stdout "heap-not.txt:2: thread 1: not executed: thread 1: there are 0 beside the trace's own"
says stdout "heap-not.txt:6: a fin 24 0: not executed: this heap has no finalizers"
says stdout "heap-not.txt:11: r: bytes expected 0, got "

# ---- known deviations are counted apart; one that is equal, or is no result, fails
sed -i '0,/ gen2=/s// gen2=70000/' altered/heap-loh.txt
line=$(grep -n ' gen2=70000' altered/heap-loh.txt | cut -d: -f1)
replay 1 "172 results, 1 differ" --runtime 9 altered/heap-loh.txt
printf '# why\n\nheap-loh.txt:%d gen2@9 altered by the test\n' "$line" >known.txt
replay 0 "172 results, 0 differ" --runtime 9 --known known.txt altered/heap-loh.txt
expect 0 "$heapproof" replay --options verify=false --runtime 9 --known known.txt altered/heap-loh.txt
says stdout "gen/9 truth, 2 processors: 172 results, 0 differ, 1 known to differ"
replay 1 "201 results, 1 differ" --runtime 8 --known known.txt altered/heap-loh.txt
replay 1 "172 results, 1 differ" --runtime 9 --known known.txt heap-loh.txt
says stdout "known.txt:3: heap-loh.txt:$line gen2 is equal now - take it off the list"
echo "heap-loh.txt:1 gen2 no such result" >known.txt
replay 1 "172 results, 1 differ" --runtime 9 --known known.txt heap-loh.txt
says stdout "known.txt:1: heap-loh.txt:1 gen2 is no result of that file"
printf 'heap-loh.txt gen2 x\nheap-loh.txt:5 gen2\nheap-loh.txt:5 gen2@7 x\n' >known.txt
expect 3 "$heapproof" replay --known known.txt heap-loh.txt
says stderr "known.txt:1: expected FILE:LINE KEY reason"
says stderr "known.txt:2: the reason is missing"
says stderr 'known.txt:3: tag "7": expected 8, 9 or 10'

# ---- what is not executed differs: operations that this trace cannot do, families without a plugin
printf 'trace a\na u8 10 0\nw 0 0 0\nr -> bytes=40\nend\n\ntrace b\nr -> bytes=0\nend\n' >heap-stuck.txt
expect 1 "$heapproof" replay --runtime 8 heap-stuck.txt
says stdout "heap-stuck.txt:4: r: bytes expected 40, got nothing: the trace ended in line 3"
says stdout "heap-stuck.txt:3: w 0 0 0: not executed: expected a reference array in slot 0"
[[ $(tail -n 1 stdout) == "2 results, 2 differ" ]] || fail "the rest of the trace counts as differing"
mkdir -p fewer && cp "$HP_BUILD/plugins/gen.so" fewer/
HEAPPROOF_PLUGINS=fewer expect 1 "$heapproof" replay --runtime 8 threshold.txt
says stdout "threshold.txt: not implemented: family threshold needs workload plugin chunk"
[[ $(tail -n 1 stdout) == "70 results, 70 differ" ]] || fail "all of it counts as differing"

# ---- a process that ends is contained, told apart by where it ended, and what it had not come to goes on
mkdir -p quitters && cp "$HP_BUILD/plugins/gen.so" "$HP_BUILD/tests/plugins/quits.so" quitters/
export HEAPPROOF_PLUGINS=quitters
# Every line has a heap of its own; an abort is compared with what the process said.
cat >copy.txt <<'LINES'
one -> traces=1
abort -> process aborts: Out of memory
two -> traces=1
exit -> traces=1
refuse -> process aborts: stack overflow
abort -> process aborts: Access violation
fail -> traces=1
throw -> throws ArgumentException traces=1
throw -> traces=1
three -> traces=1
LINES
expect 1 "$heapproof" replay --runtime 9 copy.txt
says stdout "copy.txt:4: exit: traces expected 1, got process aborts: the player left without a last word (exit status 3)"
says stdout "copy.txt:6: abort: aborts expected Access violation, got process aborts: Out of memory"
says stdout "copy.txt:7: fail: traces expected 1, got nothing: it went wrong"
says stdout "copy.txt:9: throw: throws expected nothing, got Argument"
[[ $(tail -n 1 stdout) == "11 results, 4 differ" ]] || fail "one difference for each"
# A trace is executed twice, and ends where its process does.
printf 'trace a\nx -> traces=2\nabort\nx -> traces=2\nend\n\ntrace b\nx -> traces=2\nlate -> traces=2\nend\n\ntrace c\nx -> traces=2\nend\n' >stream.txt
expect 1 "$heapproof" replay --runtime 9 --jobs 1 stream.txt
says stdout "stream.txt:3: abort: not executed: the player ran out of memory under its limit of"
says stdout "stream.txt:2: x: traces expected 2, got nothing: the trace ended in line 3"
says stdout "stream.txt:4: x: traces expected 2, got nothing: the trace ended in line 3"
says stdout "stream.txt:9: late: traces expected 2, got nothing: it went wrong later"
[[ $(tail -n 1 stdout) == "5 results, 4 differ" ]] || fail "trace c is as it was"
unset HEAPPROOF_PLUGINS

# ---- what the words are held against
expect 2 "$heapproof" replay --family haep heap-loh.txt
says stderr "--family haep: expected one of heap, builder"
expect 2 "$heapproof" replay --runtime 7 heap-loh.txt
expect 2 "$heapproof" replay --options size=3 heap-loh.txt
says stderr '--options: heap gen has no option "size"'
expect 2 "$heapproof" replay --options verify heap-loh.txt
expect 2 "$heapproof" replay --processors 0 heap-loh.txt
expect 3 "$heapproof" replay --machine truht heap-loh.txt
says stderr 'did you mean "truth"?'
expect 6 "$heapproof" replay --heap nowhere heap-loh.txt
says stderr 'there is no heap plugin "nowhere" here, but: '
done_well
