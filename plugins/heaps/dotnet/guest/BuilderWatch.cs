// SPDX-License-Identifier: MIT
// Which arrays did a pass put into a builder? The chain before and behind it tells; an array that was given
// up on the way is not seen, and only Clear gives any up, none of them large but the one it was told to drop.
using System.Collections.Generic;
using System.Linq;

namespace Heapproof.Guest;

internal sealed class BuilderWatch(BuilderRun run)
{
    private readonly int firstLarge = ArrayMeasure.Chars.FirstLength();

    /// <summary>Bytes of the arrays of the last pass that were born in the oldest generation.</summary>
    public long LargeBytes { get; private set; }

    /// <summary>How many they are.</summary>
    public int LargeCount { get; private set; }

    public IReadOnlyList<TextChunk> Chain { get; private set; } = [];

    public void Pass()
    {
        HashSet<char[]> known =
            run.Coming is { } builder ? [.. Chunks.Of(builder).Select(chunk => chunk.Array)] : [];
        run.Pass();
        LargeBytes = LargeCount = 0;
        Chain = run.Builder == null ? [] : run.Chain();
        foreach (TextChunk chunk in Chain.Where(chunk => IsLarge(chunk) && !known.Contains(chunk.Array)))
        {
            LargeBytes += ArrayMeasure.Chars.Size(chunk.Array.Length);
            LargeCount++;
        }
    }

    private bool IsLarge(TextChunk chunk) => chunk.Array.Length >= firstLarge;

    public void TellChain(Findings findings)
    {
        TextChunk largest = Chain.MaxBy(chunk => chunk.Array.Length);
        findings.Number("chunk_count", Chain.Count);
        findings.Number("first_chunk_chars", Chain[0].Array.Length);
        findings.Number("largest_chunk_chars", largest.Array.Length);
        findings.Number("object_bytes", ArrayMeasure.Chars.Size(largest.Array.Length));
        findings.Number("start_generation", ArrayMeasure.Chars.Generation(largest.Array.Length));
    }
}
