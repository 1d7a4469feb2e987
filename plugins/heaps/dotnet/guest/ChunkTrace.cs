// SPDX-License-Identifier: MIT
// What do the ways of cutting allocate? "ELEMENT count=N size=N METHOD": the third pass over one source, and
// "ELEMENT count=N size=N types": which types the library answers with.
using System;
using System.Text;

namespace Heapproof.Guest;

internal sealed class ChunkTrace : ITrace
{
    private const int WarmPasses = 2;
    private const string HeldSuffix = "-held", FirstSuffix = "-first";

    public void Execute(ReadOnlySpan<byte> operation, ref Answer answer)
    {
        Words words = new(operation);
        string element = words.NextText();
        int count = words.NextValueNumber("count"u8);
        int size = words.NextValueNumber("size"u8);
        string method = words.NextText();
        words.ExpectEnd();
        try
        {
            if (method == "types")
                ChunkTypes.Answer(element, count, size, ref answer);
            else
                Measure(element, method, new ChunkOptions(count, size), ref answer);
        }
        catch (ArgumentException e)
        {
            answer.Throws(e.GetType().Name);
        }
    }

    public void End()
    {
    }

    private static void Measure(string element, string method, ChunkOptions options, ref Answer answer)
    {
        bool first = method.EndsWith(FirstSuffix, StringComparison.Ordinal);
        string way = method.Replace("-yield", "-generator", StringComparison.Ordinal);
        if (first)
        {
            way = way[..^FirstSuffix.Length];
            options = options with { Take = 1 };
        }
        else if (method.EndsWith(HeldSuffix, StringComparison.Ordinal))
        {
            way = way[..^HeldSuffix.Length];
            options = options with { Held = true };
        }
        ChunkRun run = ChunkRun.Open(element, way, options);
        for (int pass = 0; pass < WarmPasses; pass++)
            run.Pass();
        long before = GC.GetAllocatedBytesForCurrentThread();
        run.Pass();
        long after = GC.GetAllocatedBytesForCurrentThread();
        answer.Number("bytes", after - before);
        answer.Number("chunks", first ? run.FirstLength : run.Chunks);
    }
}
