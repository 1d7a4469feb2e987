// SPDX-License-Identifier: MIT
// Which methods and probes does the real library run here? One table for each workload; the names are those
// of the workload's own tables, and so are the parameters.
using System;
using System.Collections.Generic;

namespace Heapproof.Guest;

public static class Bodies
{
    private delegate IBody? Opener(string name, bool probe, Parameters parameters);

    private static readonly Dictionary<string, Opener> Workloads = new()
    {
        ["chunk"] = ChunkBodies.Open,
        ["builder"] = BuilderBodies.Open,
        ["pool"] = PoolBodies.Open,
        ["streamcopy"] = CopyBodies.Open,
    };

    /// <summary>[untimed] Prepares a method, or a probe, of a workload: source data, caches. null: there is
    /// no body for it.</summary>
    public static IBody? Open(string workload, string name, bool probe, Parameters parameters)
    {
        ArgumentNullException.ThrowIfNull(parameters);
        CastTable.Grow();
        return Workloads.TryGetValue(workload, out Opener? open) ? open(name, probe, parameters) : null;
    }
}
