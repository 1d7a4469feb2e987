// SPDX-License-Identifier: MIT
// How does StringBuilder answer a trace? What an operation needs is made before it is measured.
// A constructor that throws leaves the previous builder (tests/truth/README.md).
using System;
using System.Collections.Generic;
using System.Text;

namespace Heapproof.Guest;

internal sealed class BuilderTrace : ITrace
{
    /// <summary>Makes the texts of an operation with two arguments; what it returns is measured.</summary>
    private delegate Func<StringBuilder, StringBuilder> Prepare(int first, int second);

    private const int LongTextLength = 100_000; // that appendsub takes parts of

    private static readonly Dictionary<string, Prepare> Operations = new()
    {
        ["new"] = (_, _) => _ => new StringBuilder(),
        ["newcap"] = (capacity, _) => _ => new StringBuilder(capacity),
        ["newmax"] = (capacity, max) => _ => new StringBuilder(capacity, max),
        ["append"] = (length, _) => With(Texts.Alphabet(length), static (b, text) => b.Append(text)),
        ["appendc"] = (count, _) => b => b.Append('c', count),
        ["appendone"] = (count, _) => b => AppendOneByOne(b, count),
        ["appendarr"] = (length, _) =>
            With(new char[Math.Max(length, 0)], static (b, array) => b.Append(array)),
        ["appendsub"] = (start, count) =>
            With(new string('z', LongTextLength), (b, text) => b.Append(text, start, count)),
        ["appendint"] = (value, _) => b => b.Append(value),
        ["insert"] = (at, length) => With(Texts.Alphabet(length), (b, text) => b.Insert(at, text)),
        ["insertrep"] = (at, count) => b => b.Insert(at, "ab", count),
        ["remove"] = (start, length) => b => b.Remove(start, length),
        ["replacec"] = (_, _) => b => b.Replace('a', 'b'),
        ["replace"] = PrepareReplace,
        ["len"] = (length, _) => b => { b.Length = length; return b; },
        ["cap"] = (capacity, _) => b => { b.Capacity = capacity; return b; },
        ["ensure"] = (capacity, _) => b => { b.EnsureCapacity(capacity); return b; },
        ["clear"] = (_, _) => b => b.Clear(),
        ["tostring"] = (_, _) => b => { GC.KeepAlive(b.ToString()); return b; },
    };

    private StringBuilder builder = new();

    public void Execute(ReadOnlySpan<byte> operation, ref Answer answer)
    {
        Words words = new(operation);
        string verb = words.NextText();
        if (!Operations.TryGetValue(verb, out Prepare? prepare))
            throw new FormatException(
                $"a builder trace has no operation {verb}, only {string.Join(' ', Operations.Keys)}");
        Func<StringBuilder, StringBuilder> run = prepare(words.NextNumber(0), words.NextNumber(0));
        words.ExpectEnd();
        try
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            StringBuilder result = run(builder);
            long after = GC.GetAllocatedBytesForCurrentThread();
            builder = result;
            answer.Number("bytes", after - before);
        }
        catch (Exception e) when (e is ArgumentException or OutOfMemoryException)
        {
            answer.Throws(e.GetType().Name);
        }
        Report(ref answer);
    }

    public void End() => builder = new StringBuilder();

    private static Func<StringBuilder, StringBuilder> With<T>(
        T made, Func<StringBuilder, T, StringBuilder> run) => builder => run(builder, made);

    private static StringBuilder AppendOneByOne(StringBuilder builder, int count)
    {
        for (int i = 0; i < count; i++)
            builder.Append('q');
        return builder;
    }

    private static Func<StringBuilder, StringBuilder> PrepareReplace(int first, int second)
    {
        string old = Texts.Alphabet(1 + first % 4), replacement = Texts.Alphabet(second);
        return builder => builder.Replace(old, replacement);
    }

    private void Report(ref Answer answer)
    {
        answer.Number("length", builder.Length);
        answer.Number("capacity", builder.Capacity);
        answer.Text("chain", string.Join(',', Chunks.Of(builder)));
    }
}
