// SPDX-License-Identifier: MIT
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;
using System.Text;

namespace Heapproof.Guest;

/// <summary>One chunk of a builder: characters in use, and the array that holds them.</summary>
internal readonly record struct TextChunk(int Used, char[] Array)
{
    public override string ToString() => $"{Used}/{Array.Length}";
}

internal static class Chunks
{
    /// <summary>The chunks from first to last: public API shows each as a part of its array.</summary>
    public static IEnumerable<TextChunk> Of(StringBuilder builder)
    {
        foreach (ReadOnlyMemory<char> chunk in builder.GetChunks())
        {
            if (!MemoryMarshal.TryGetArray(chunk, out ArraySegment<char> segment))
                throw new InvalidOperationException("a chunk of a builder lies in no array");
            yield return new TextChunk(segment.Count, segment.Array!);
        }
    }
}
