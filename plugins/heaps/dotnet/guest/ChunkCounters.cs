// SPDX-License-Identifier: MIT
// What does a pass leave behind: bytes allocated, bytes alive in the LOH, collections? Probes memory and
// collect.
namespace Heapproof.Guest;

internal sealed class ChunkCounters(ChunkRun run)
{
    // Passes of probe collect, as many as the workload's own probe runs.
    private const int Passes = 40;

    public void Memory(Findings findings)
    {
        run.Keep = true;
        LargeHeap large = LargeHeap.Settle();
        Context.UseUp(); // the pass begins with a context of its own, so that all its bytes show in the total
        Reading before = Reading.Take();
        run.Pass();
        Reading grown = Reading.Take() - before;
        findings.Number("allocated_approx_bytes", grown.Approximate);
        findings.Number("allocated_bytes", grown.Bytes);
        findings.Number("loh_live_bytes", LargeHeap.Settle().Live - large.Live);
        findings.Number("chunk_count", run.Chunks);
    }

    public void Collect(Findings findings)
    {
        LargeHeap.Settle();
        Reading before = Reading.Take();
        for (int i = 0; i < Passes; i++)
            run.Pass();
        Reading grown = Reading.Take() - before;
        findings.Number("gen0_count", grown.Gen0);
        findings.Number("gen1_count", grown.Gen1);
        findings.Number("gen2_count", grown.Gen2);
        findings.Number("gc_per_pass", grown.Gen0); // the seed calls these passes together one
        findings.Number("gen2_per_1000", grown.Gen2 * 1000.0 / Passes);
    }
}
