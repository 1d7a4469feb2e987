// SPDX-License-Identifier: MIT
// What does each way of making a text do? One pass makes one text; the names are those of the workload's
// methods.
using System;
using System.Collections.Generic;
using System.Text;

namespace Heapproof.Guest;

internal sealed partial class BuilderRun
{
    private sealed record Way(Action<BuilderRun> Pass)
    {
        public bool NeedsSubject { get; init; }
        public bool NeedsRing { get; init; }
        public bool NeedsPool { get; init; }
    }

    private const int ChunkLimit = 8000; // characters (dotnet-facts section 6, MaxChunkSize)
    private const int StackChars = 512;  // of the value builders, as in seed 004

    private static readonly Dictionary<string, Way> Ways = new()
    {
        ["append-one"] = new(static run => run.Finish(new StringBuilder().Append(run.text))),
        ["append-parts-1000"] = new(static run => run.Finish(run.InParts(new StringBuilder(), 1000))),
        ["append-parts-8000"] = new(static run => run.Finish(run.InParts(new StringBuilder(), 8000))),
        ["append-parts"] = new(static run => run.Finish(run.InParts(new StringBuilder(), run.options.Part))),
        ["preset-capacity"] = new(static run =>
            run.Finish(run.InParts(new StringBuilder(run.options.Capacity), run.options.Part))),
        ["concat"] = new(static run => run.Consume(string.Concat(run.parts))),
        ["create"] = new(static run => run.Consume(string.Create(
            run.text.Length, run.text, static (to, text) => text.CopyTo(to)))),
        ["pooled-value-builder"] = new(static run => run.PassValueText()),
        ["append-overloads"] = new(static run =>
        {
            StringBuilder builder = new();
            Overloads[run.options.Overload](run, builder);
            run.Finish(builder);
        }),
        ["clear-reuse"] = new(static run =>
            run.Builder = run.InParts(new StringBuilder(), run.options.Part).Clear()),
        ["pooled-builder"] = new(static run => run.PassPooled()) { NeedsPool = true },
        ["live-builders"] = new(static run => run.PassLive()) { NeedsRing = true },
        ["insert-front"] = new(static run => run.PassInsertFront()) { NeedsSubject = true },
        ["insert-middle"] = new(static run => run.PassInsertMiddle()),
        ["replace"] = new(static run => run.PassReplace()) { NeedsSubject = true },
        ["sign-stack"] = new(static run => run.PassSign()),
    };

    // ---- buffers on the stack ----

    private void PassValueText()
    {
        ValueText value = new(stackalloc char[StackChars]);
        for (int at = 0; at < text.Length; at += options.Part)
            value.Append(text.AsSpan(at, Math.Min(options.Part, text.Length - at)));
        string result = value.Text.ToString();
        value.Dispose();
        Consume(result);
    }

    // A string to sign: fixed words and a number, on the stack from beginning to end.
    private void PassSign()
    {
        ValueText value = new(stackalloc char[StackChars]);
        value.Append("AWS4-HMAC-SHA256\n");
        value.Append(options.Value);
        value.Append('\n');
        Consume(value.Text);
        value.Dispose();
    }

    /// <summary>The longest text that a value builder keeps on the stack, found by appending.</summary>
    public static int StackRoom()
    {
        ValueText value = new(stackalloc char[StackChars]);
        int fits = 0;
        while (!value.IsRented)
        {
            fits = value.Length;
            value.Append('x');
        }
        value.Dispose();
        return fits;
    }

    // ---- builders that are used again ----

    private void PassPooled()
    {
        StringBuilder builder = pool.Get();
        Finish(InParts(builder, options.Part));
        Returned = pool.Return(builder);
    }

    // A pool of one's own that checks nothing: each of them is cleared and filled in turn.
    private void PassLive()
    {
        int at = (int)(passes++ % ring.Length);
        StringBuilder builder = ring[at]?.Clear() ?? (ring[at] = new StringBuilder());
        Finish(InParts(builder, options.Part));
    }

    // ---- changing a text ----

    // Taken out again, so that every pass finds the same chain.
    private void PassInsertFront() => Builder = subject.Insert(0, "x").Remove(0, 1);

    // Builds a text first: every insert splits a chunk, and the next one finds another chain.
    private void PassInsertMiddle()
    {
        StringBuilder builder = InChunks();
        for (int i = 0; i < options.Inserts; i++)
            builder.Insert(builder.Length / 2, "x");
        Builder = builder;
    }

    // There and back again in turn, by texts of equal length.
    private void PassReplace() =>
        Builder = passes++ % 2 == 0 ? subject.Replace("xyz", "XYZ") : subject.Replace("XYZ", "xyz");
}
