// SPDX-License-Identifier: MIT
// Which objects does Chunk make until it gives its first chunk, and its second?
using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;

namespace Heapproof.Guest;

/// <summary>Objects of one chunk in the order of their birth, and the bytes that a plain run took for
/// it.</summary>
internal sealed record ChunkSeries(string Group, List<Block> Blocks, long Allocated, int ElementBytes, Type Result);

internal static class ChunkWatch<T, E>
    where E : struct, IElement<T>
{
    private const int FirstLength = 4; // of the array that Chunk begins with (dotnet-facts section 3)

    private static readonly string[] Groups = ["first", "second"];

    /// <summary>One series, or two where the source has a second chunk.</summary>
    public static List<ChunkSeries> Run(ChunkOptions options)
    {
        object source = options.Source switch
        {
            ChunkSource.Array => Counted<T, E>.Array(options.Count),
            ChunkSource.List => Counted<T, E>.List(options.Count),
            _ => options.Count, // a generator is made by the run
        };
        _ = Plain(source, options.Size); // everything is compiled, and statics are made
        PlainRun plain = Plain(source, options.Size);
        Noted noted = plain.IsArrayPath ? Noted.None : Note(options);
        List<ChunkSeries> all = [];
        for (int i = 0; i < plain.Chunks.Count || i == 0; i++)
            all.Add(SeriesOf(i, plain, noted, options.Size));
        return all;
    }

    // ---- the real source, without watching ----

    /// <summary>What a run took: objects besides arrays, the chunks, and the bytes up to each of
    /// them.</summary>
    private sealed record PlainRun(List<Block> Others, List<T[]> Chunks, long[] Bytes, Type Result)
    {
        /// <summary>From 9 on Chunk copies parts of an array, one exact array each (dotnet-facts section
        /// 3).</summary>
        public bool IsArrayPath => Result.IsArray || Result.Name.Contains("ArrayChunk", StringComparison.Ordinal);
    }

    private static PlainRun Plain(object source, int size)
    {
        T[]? first = null, second = null;
        long start = GC.GetAllocatedBytesForCurrentThread();
        IEnumerable<T> sequence = source as IEnumerable<T> ?? Counted<T, E>.Generator((int)source);
        long begun = GC.GetAllocatedBytesForCurrentThread();
        IEnumerable<T[]> result = sequence.Chunk(size);
        long called = GC.GetAllocatedBytesForCurrentThread();
        using IEnumerator<T[]> chunks = result.GetEnumerator();
        if (chunks.MoveNext())
            first = chunks.Current;
        long one = GC.GetAllocatedBytesForCurrentThread();
        if (first != null && chunks.MoveNext())
            second = chunks.Current;
        long two = GC.GetAllocatedBytesForCurrentThread();

        List<Block> others = [];
        AddOther(others, "enumerator", begun - start);
        AddOther(others, "iterator", called - begun);
        List<T[]> made = [.. new[] { first, second }.OfType<T[]>()];
        PlainRun run = new(others, made, [one - start, two - one], result.GetType());
        if (source is IEnumerable<T> all && !run.IsArrayPath)
            AddOther(others, "enumerator", EnumeratorBytes(all));
        return run;
    }

    private static void AddOther(List<Block> others, string what, long bytes)
    {
        if (bytes > 0)
            others.Add(new Block(what, 0, bytes, 0, Kept: true));
    }

    private static long EnumeratorBytes(IEnumerable<T> sequence)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        using IEnumerator<T> enumerator = sequence.GetEnumerator();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    // ---- a source that notes what was allocated between two requests ----

    private sealed record Noted(List<NotingSource.Birth[]> Births)
    {
        public static readonly Noted None = new([]);
    }

    private static Noted Note(ChunkOptions options)
    {
        NotingSource source = new(options.Count);
        List<NotingSource.Birth[]> births = [];
        using IEnumerator<T[]> chunks = source.Chunk(options.Size).GetEnumerator();
        for (int i = 0; i < Groups.Length; i++)
        {
            source.Begin();
            bool made = chunks.MoveNext();
            source.End();
            if (!made)
                break;
            births.Add(source.Births());
        }
        return new Noted(births);
    }

    private sealed class NotingSource(int count) : IEnumerable<T>, IEnumerator<T>
    {
        /// <summary>Bytes that were allocated after so many elements of the chunk had been fetched; `Ended`:
        /// after the source had said that there is no other.</summary>
        internal readonly record struct Birth(int Fetched, long Bytes, bool Ended);

        private const int MostBirths = 64; // a length has 31 doublings

        private readonly Birth[] births = new Birth[MostBirths];
        private int birthCount, at = -1, fetched;
        private long mark;
        private bool ended;

        public T Current => E.At(at);
        object IEnumerator.Current => Current!;

        public void Begin()
        {
            birthCount = fetched = 0;
            mark = GC.GetAllocatedBytesForCurrentThread();
        }

        public void End()
        {
            long now = GC.GetAllocatedBytesForCurrentThread();
            if (now > mark)
                births[birthCount++] = new Birth(fetched, now - mark, ended);
            mark = now;
        }

        public Birth[] Births() => births[..birthCount];

        public bool MoveNext()
        {
            End();
            ended = at + 1 >= count;
            if (ended)
                return false;
            at++;
            fetched++;
            return true;
        }

        public IEnumerator<T> GetEnumerator() => this;
        IEnumerator IEnumerable.GetEnumerator() => this;
        public void Reset() => throw new NotSupportedException();

        public void Dispose()
        {
        }
    }

    // ---- arrays of a chunk ----

    private static ChunkSeries SeriesOf(int index, PlainRun plain, Noted noted, int size)
    {
        List<Block> blocks = index == 0 ? [.. plain.Others] : [];
        if (index < plain.Chunks.Count)
            blocks.AddRange(plain.IsArrayPath
                                ? [Measure.Block(plain.Chunks[index].Length, kept: true)]
                                : Grown(noted.Births[index], plain.Chunks[index].Length,
                                        index == 0 ? FirstLength : size, size));
        long sum = blocks.Sum(block => block.Bytes);
        return sum == plain.Bytes[index]
            ? new ChunkSeries(Groups[index], blocks, sum, Unsafe.SizeOf<T>(), plain.Result)
            : throw new InvalidOperationException(
                $"{blocks.Count} objects of {sum} bytes were seen, the heap counted {plain.Bytes[index]} bytes");
    }

    // A chunk's own array comes last. One before it was full when it was given up for a longer one, that is
    // when the element behind its last had been fetched; when the source had ended instead, the rule of
    // growth tells its length.
    private static List<Block> Grown(NotingSource.Birth[] births, int length, int longestFirst, int size)
    {
        List<Block> blocks = [];
        for (int i = 0; i < births.Length - 1; i++)
        {
            NotingSource.Birth next = births[i + 1];
            int ruled = Math.Min(i == 0 ? longestFirst : 2 * blocks[^1].Elements, size);
            blocks.Add(Measure.Block(next.Ended ? ruled : next.Fetched - 1, kept: false));
        }
        blocks.Add(Measure.Block(length, kept: true));
        for (int i = 0; i < births.Length; i++)
            if (blocks[i].Bytes != births[i].Bytes)
                throw new InvalidOperationException(
                    $"array {i} of {blocks[i].Elements} elements took {births[i].Bytes} bytes");
        return blocks;
    }

    private static ArrayMeasure Measure { get; } = new(length => new T[length]);
}
