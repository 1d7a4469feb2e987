// SPDX-License-Identifier: MIT
// How are the methods and probes of the workload chunk opened? Parameters are those of its own table.
using System;
using System.Collections.Generic;

namespace Heapproof.Guest;

internal static class ChunkBodies
{
    private static readonly Dictionary<string, Func<Parameters, Action<Findings>>> Probes = new()
    {
        ["memory"] = p => new ChunkCounters(Open(p.Word("of"), p)).Memory,
        ["collect"] = p => new ChunkCounters(Open(p.Word("of"), p)).Collect,
        ["threshold"] = p => new ThresholdProbe(p.Word("element"), (int)p.Number("size")).Run,
        ["blocks"] = p =>
            new ChunkBlocks(p.Word("element"), OptionsOf(p), second: p.Word("chunk") == "second").Run,
    };

    public static IBody? Open(string name, bool probe, Parameters parameters)
    {
        if (probe)
            return Probes.TryGetValue(name, out Func<Parameters, Action<Findings>>? open)
                ? new ProbeBody(open(parameters))
                : null;
        if (!ChunkRun.Has(name))
            return null;
        ChunkRun run = Open(name, parameters);
        return new MethodBody(run.Pass, r => r.Metric("chunk_count", run.Chunks));
    }

    /// <summary>Makes the source and runs a pass, so that pools and statics are warm.</summary>
    private static ChunkRun Open(string way, Parameters parameters)
    {
        ChunkRun run = ChunkRun.Open(parameters.Word("element"), way, OptionsOf(parameters));
        run.Pass();
        return run;
    }

    private static ChunkOptions OptionsOf(Parameters p) => new((int)p.Number("count"), (int)p.Number("size"))
    {
        Held = p.Flag("held"),
        Consume = Enum.Parse<ChunkConsume>(p.Word("consume"), ignoreCase: true),
        Take = (int)p.Number("take"),
        Source = Enum.Parse<ChunkSource>(p.Word("source"), ignoreCase: true),
    };
}
