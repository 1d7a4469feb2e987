// SPDX-License-Identifier: MIT
// What is one run of the workload builder: a text, a way of making it, and what a pass left. Bodies and
// probes run passes of it. Which ways there are: BuilderWays.cs.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace Heapproof.Guest;

internal sealed partial class BuilderRun
{
    private readonly BuilderOptions options;
    private readonly Way way;
    private readonly string text;
    private readonly string[] parts;
    private readonly char[] chars;
    private readonly StringBuilder other; // that holds the text
    private readonly StringBuilder subject; // that every pass works on
    private readonly StringBuilder?[] ring; // that stay alive
    private readonly BuilderPool pool = new();
    private long passes;

    /// <summary>Makes the text and what else the ways take, and runs a pass, so that pools and statics are
    /// warm.</summary>
    public BuilderRun(string name, BuilderOptions options)
    {
        this.options = options;
        way = Ways[name];
        text = Texts.Alphabet(options.Chars);
        bool overloads = name == "append-overloads";
        parts = name == "concat" || overloads
            ? [.. text.Chunk(options.Part).Select(part => new string(part))]
            : [];
        chars = overloads ? text.ToCharArray() : [];
        other = overloads ? new StringBuilder(text) : new StringBuilder();
        subject = way.NeedsSubject ? InChunks() : new StringBuilder();
        ring = way.NeedsRing ? new StringBuilder?[options.Builders] : [];
        Pass();
    }

    public static bool Has(string name) => Ways.ContainsKey(name);

    public BuilderOptions Options => options;

    public bool KeepsRing => way.NeedsRing;

    public bool UsesPool => way.NeedsPool;

    /// <summary>The builder that the last pass filled; null: it used none.</summary>
    public StringBuilder? Builder { get; private set; }

    /// <summary>The builder that the next pass works on; null: a new one, or one of the pool.</summary>
    public StringBuilder? Coming =>
        way.NeedsSubject ? subject : way.NeedsRing ? ring[passes % ring.Length] : null;

    /// <summary>Whether the pool took the builder of the last pass back.</summary>
    public bool Returned { get; private set; }

    /// <summary>Of what the last pass read.</summary>
    public long Sum { get; private set; }

    public void Pass()
    {
        Builder = null;
        Returned = false;
        Sum = 0;
        way.Pass(this);
    }

    /// <summary>Lets go of the builder of the last pass.</summary>
    public void Forget() => Builder = null;

    /// <summary>The builders that stay alive are measured as they are for good: each was cleared
    /// once.</summary>
    public void FillRing()
    {
        for (int i = 0; i < 2 * ring.Length; i++)
            Pass();
    }

    /// <summary>Chunks of the last pass from first to last.</summary>
    public IReadOnlyList<TextChunk> Chain() =>
        [.. Chunks.Of(Builder ?? throw new NotSupportedException("this method has no chunks"))];

    /// <summary>The longest capacity that the pool takes back, found by giving back.</summary>
    public int RetainedCapacity()
    {
        const int longest = 1 << 24;
        BuilderPool tried = new();
        bool Taken(int capacity)
        {
            bool taken = tried.Return(new StringBuilder(capacity));
            if (taken)
                tried.Get(); // so that there is always a place
            return taken;
        }
        int low = 0, high = 1;
        while (Taken(high))
        {
            if (high > longest)
                throw new InvalidOperationException($"builders of up to {high} characters are all taken back");
            low = high;
            high *= 2;
        }
        while (high - low > 1)
        {
            int middle = low + (high - low) / 2;
            if (Taken(middle))
                low = middle;
            else
                high = middle;
        }
        return low;
    }

    private void Consume(ReadOnlySpan<char> read)
    {
        if (read.Length == 0 || options.Consume == TextConsume.None)
            return;
        if (options.Consume == TextConsume.First)
        {
            Sum += read[0];
            return;
        }
        long sum = 0;
        foreach (char character in read)
            sum += character;
        Sum += sum;
    }

    private void Finish(StringBuilder builder)
    {
        Builder = builder;
        if (options.ToText)
            Consume(builder.ToString());
        else
            Sum += builder.Length;
    }

    private StringBuilder InParts(StringBuilder builder, int part)
    {
        for (int at = 0; at < text.Length; at += part)
            builder.Append(text.AsSpan(at, Math.Min(part, text.Length - at)));
        return builder;
    }

    // In chunks of the limit, or in a single one.
    private StringBuilder InChunks() =>
        InParts(options.OneChunk ? new StringBuilder(options.Chars) : new StringBuilder(), ChunkLimit);
}
