// SPDX-License-Identifier: MIT
// What do texts consist of, what do builders keep that are used again, what do they leave in the large object
// heap and how often is it collected? Probes chunks, reuse, loh and collect.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace Heapproof.Guest;

internal sealed class BuilderProbe(BuilderRun run)
{
    private readonly BuilderWatch watch = new(run);

    public void Chunks(Findings findings)
    {
        Reading before = Reading.Take();
        run.Pass();
        findings.Number("allocated_bytes", (Reading.Take() - before).Bytes);
        watch.Pass();
        watch.TellChain(findings);
        for (int i = 0; i < watch.Chain.Count; i++)
        {
            int length = watch.Chain[i].Array.Length;
            findings.Block("chain", i, ArrayMeasure.Chars.Block(length, kept: true));
        }
        findings.Number("max_chunk_chars", LongestOfSingles());
    }

    // The longest chunk that appends of one character make.
    private static int LongestOfSingles()
    {
        const int chars = 40_000; // five times the limit that is known
        StringBuilder builder = new();
        for (int i = 0; i < chars; i++)
            builder.Append('x');
        return Guest.Chunks.Of(builder).Max(chunk => chunk.Array.Length);
    }

    public void Reuse(Findings findings)
    {
        if (run.KeepsRing) // on to the first one again, which is cleared by then
            for (int i = 1; i < run.Options.Builders; i++)
                run.Pass();
        watch.Pass();
        watch.TellChain(findings);
        bool isKept = !run.UsesPool || run.Returned;
        findings.Number("kept_capacity_chars", isKept ? run.Builder!.Capacity : 0);
        if (!run.UsesPool)
            return;
        findings.Number("returned_count", run.Returned ? 1 : 0);
        findings.Number("retained_capacity_limit", run.RetainedCapacity());
    }

    public void Large(Findings findings)
    {
        run.Forget();
        LargeHeap before = LargeHeap.Settle();
        List<StringBuilder?> held = [];
        int large = 0;
        for (int i = 0; i < run.Options.Builders * (run.KeepsRing ? 2 : 1); i++)
        {
            watch.Pass();
            large += watch.LargeCount;
            held.Add(run.Builder);
        }
        LargeHeap after = LargeHeap.Settle();
        GC.KeepAlive(held);
        findings.Number("loh_objects", large);
        findings.Number("loh_growth_bytes", after.Size - before.Size);
        findings.Number("loh_live_bytes", after.Live - before.Live);
        TellDocuments(findings);
    }

    // Bytes of the arrays that a text puts into the large object heap.
    private void TellDocuments(Findings findings)
    {
        long bytes = 0;
        for (int i = 0; i < run.Options.Docs; i++)
        {
            watch.Pass();
            bytes += watch.LargeBytes;
        }
        double each = (double)bytes / run.Options.Docs;
        findings.Number("loh_bytes_per_document", each);
        findings.Number("loh_bytes_per_second", each * run.Options.DocsPerSecond);
    }

    public void Collect(Findings findings)
    {
        LargeHeap.Settle();
        Reading before = Reading.Take();
        for (int i = 0; i < run.Options.Docs; i++)
            run.Pass();
        Reading grown = Reading.Take() - before;
        findings.Number("gen0_count", grown.Gen0);
        findings.Number("gen1_count", grown.Gen1);
        findings.Number("gen2_count", grown.Gen2);
        findings.Number("allocated_bytes", grown.Bytes);
    }
}
