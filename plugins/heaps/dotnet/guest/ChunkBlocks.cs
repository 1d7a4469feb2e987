// SPDX-License-Identifier: MIT
// Which objects stand behind the first chunk, and behind the second? Probe blocks. The library shows none of
// the arrays that it grows out of, but it asks its source for an element before each of them: a sequence that
// notes the thread's bytes at every request sees them one by one. What was noted must add up to what a plain
// run took.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Heapproof.Guest;

internal sealed class ChunkBlocks(string element, ChunkOptions options, bool second)
{
    private static readonly Dictionary<string, Func<ChunkOptions, List<ChunkSeries>>> Watches = new()
    {
        ["byte"] = ChunkWatch<byte, ByteElement>.Run,
        ["int16"] = ChunkWatch<short, Int16Element>.Run,
        ["int32"] = ChunkWatch<int, Int32Element>.Run,
        ["int64"] = ChunkWatch<long, Int64Element>.Run,
        ["reference"] = ChunkWatch<object, ReferenceElement>.Run,
    };

    public void Run(Findings findings)
    {
        if (!Watches.TryGetValue(element, out Func<ChunkOptions, List<ChunkSeries>>? watch))
            throw new FormatException($"element {element} is none of {string.Join(' ', Watches.Keys)}");
        List<ChunkSeries> all = watch(options);
        if (second && all.Count < 2)
            throw new ArgumentOutOfRangeException(nameof(second),
                $"a source of {options.Count} elements has no second chunk of size {options.Size}");
        foreach (ChunkSeries series in all)
            for (int i = 0; i < series.Blocks.Count; i++)
                findings.Block(series.Group, i, series.Blocks[i]);
        ChunkSeries one = all[second ? 1 : 0];
        Tell(one, findings);
        TellTypes(one.Result, findings);
    }

    private static void Tell(ChunkSeries series, Findings findings)
    {
        List<Block> arrays = series.Blocks.Where(block => block.What == Block.Array).ToList();
        List<Block> doubled =
            arrays.Skip(1).Where((block, i) => block.Elements == 2 * arrays[i].Elements).ToList();
        long elements = arrays.Sum(block => (long)block.Elements);
        findings.Number("arrays_count", arrays.Count);
        findings.Number("garbage_arrays_count", arrays.Count(block => !block.Kept));
        findings.Number("elements_count", elements);
        findings.Number("payload_bytes", elements * series.ElementBytes);
        findings.Number("iterator_bytes", series.Blocks.Where(block => block.What != Block.Array).Sum(b => b.Bytes));
        findings.Number("allocated_bytes", series.Allocated);
        findings.Number("doublings", doubled.Count);
        if (arrays.Count > 0)
            findings.Number("first_array_length", arrays[0].Elements);
        if (doubled.Count > 0)
            findings.Number("last_doubled_length", doubled[^1].Elements);
    }

    private void TellTypes(Type result, Findings findings)
    {
        if (options.Count == 0)
            findings.Text("result_type", result.Name);
        if (!result.IsArray)
            findings.Text("iterator_type", result.Name);
        findings.Number("iterator_type_count", ChunkTypes.KindsOfIterators());
    }
}
