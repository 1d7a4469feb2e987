// SPDX-License-Identifier: MIT
// In which ways is a source cut into chunks? The library's own, one function each; seed 000 compares them, and
// the recorded traces have some more.
using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.InteropServices;

namespace Heapproof.Guest;

internal sealed partial class ChunkRun<T, E>
{
    /// <summary>The source that a way needs, null: the one that the options name.</summary>
    private sealed record Way(ChunkSource? Source, Action<ChunkRun<T, E>> Pass);

    // The names of methods of the workload.
    private static readonly Dictionary<string, Way> Ways = new()
    {
        ["chunk-array"] = new(ChunkSource.Array, static run => run.PassChunk()),
        ["chunk-list"] = new(ChunkSource.List, static run => run.PassChunk()),
        ["chunk-generator"] = new(ChunkSource.Generator, static run => run.PassChunk()),
        ["slice-array"] = new(ChunkSource.Array, static run => run.PassSlices(run.array)),
        ["slice-list"] =
            new(ChunkSource.List, static run => run.PassSlices(CollectionsMarshal.AsSpan(run.list))),
        ["own-buffer"] = new(null, static run => run.PassOwnBuffer()),
        ["pooled-buffer"] = new(null, static run => run.PassPooledBuffer()),
        ["skip-take"] = new(ChunkSource.Array, static run => run.PassSkipTake(run.array)),
        ["chunk-array-tolist"] = new(ChunkSource.Array, static run => run.PassToList()),
        ["chunk-array-toarray"] = new(ChunkSource.Array, static run => run.PassToArray()),
        ["skiptake-array-toarray"] = new(ChunkSource.Array, static run => run.PassSkipTakeToArray()),
        ["getrange-list"] = new(ChunkSource.List, static run => run.PassRanges()),
        ["segment-array"] = new(ChunkSource.Array, static run => run.PassSegments()),
        ["slice-toarray"] = new(ChunkSource.Array, static run => run.PassSlicesToArray()),
        ["skiptake-list-foreach"] = new(ChunkSource.List, static run => run.PassSkipTake(run.list)),
        ["skiptake-list-only"] = new(ChunkSource.List, static run => run.PassSkipTakeOnly()),
        ["yield-source-only"] = new(ChunkSource.Generator, static run => run.PassSourceOnly()),
        ["list-as-enumerable"] = new(ChunkSource.List, static run => run.PassSourceOnly()),
    };

    public static bool HasWay(string name) => Ways.ContainsKey(name);

    private int Piece(int at) => Math.Min(options.Size, options.Count - at);

    // ---- Enumerable.Chunk ----

    private void PassChunk()
    {
        List<T[]>? kept = options.Held ? new List<T[]>() : null;
        foreach (T[] chunk in Sequence().Chunk(options.Size))
        {
            kept?.Add(chunk);
            Consume(chunk.AsSpan());
            if (Chunks == options.Take)
                break;
        }
        held = Keep ? kept : null;
    }

    private void PassToList()
    {
        foreach (T[] chunk in Sequence().Chunk(options.Size).ToList())
            Consume(chunk.AsSpan());
    }

    private void PassToArray()
    {
        foreach (T[] chunk in Sequence().Chunk(options.Size).ToArray())
            Consume(chunk.AsSpan());
    }

    // ---- parts of the source, without a copy ----

    private void PassSlices(ReadOnlySpan<T> all)
    {
        for (int at = 0; at < all.Length; at += options.Size)
            Consume(all.Slice(at, Piece(at)));
    }

    private void PassSegments()
    {
        for (int at = 0; at < array.Length; at += options.Size)
            Consume(new ArraySegment<T>(array, at, Piece(at)).AsSpan());
    }

    // ---- copies of parts ----

    private void PassSlicesToArray()
    {
        for (int at = 0; at < array.Length; at += options.Size)
            Consume(new ReadOnlySpan<T>(array, at, Piece(at)).ToArray().AsSpan());
    }

    private void PassRanges()
    {
        for (int at = 0; at < list.Count; at += options.Size)
            Consume(CollectionsMarshal.AsSpan(list.GetRange(at, Piece(at))));
    }

    // ---- Skip and Take ----

    private void PassSkipTake(IEnumerable<T> all)
    {
        for (int at = 0; at < options.Count; at += options.Size)
            Consume(all.Skip(at).Take(Piece(at)));
    }

    private void PassSkipTakeOnly()
    {
        for (int at = 0; at < options.Count; at += options.Size)
        {
            GC.KeepAlive(list.Skip(at).Take(Piece(at)));
            Chunks++;
        }
    }

    private void PassSkipTakeToArray()
    {
        for (int at = 0; at < options.Count; at += options.Size)
            Consume(array.Skip(at).Take(Piece(at)).ToArray().AsSpan());
    }

    // ---- one buffer for all chunks ----

    private void PassOwnBuffer() => Through(new T[options.Size]);

    private void PassPooledBuffer()
    {
        T[] buffer = ArrayPool<T>.Shared.Rent(options.Size);
        try
        {
            Through(buffer);
        }
        finally
        {
            ArrayPool<T>.Shared.Return(buffer);
        }
    }

    private void Through(T[] buffer)
    {
        int used = 0;
        foreach (T element in Sequence())
        {
            buffer[used++] = element;
            if (used == options.Size)
            {
                Consume(buffer.AsSpan(0, used));
                used = 0;
            }
        }
        if (used > 0)
            Consume(buffer.AsSpan(0, used));
    }

    // ---- the source alone: elements are counted, there are no chunks ----

    private void PassSourceOnly()
    {
        foreach (T element in Sequence())
        {
            Sum += E.Value(element);
            Chunks++;
        }
    }
}
