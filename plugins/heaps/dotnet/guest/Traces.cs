// SPDX-License-Identifier: MIT
// Who executes the operations of a family of traces? tests/truth/README.md describes the families.
using System;
using System.Collections.Generic;

namespace Heapproof.Guest;

public static class Traces
{
    private static readonly Dictionary<string, Func<Settings, ITrace>> Families = new()
    {
        ["heap"] = settings => new HeapTrace(settings),
        ["threshold"] = _ => new ThresholdTrace(),
        ["builder"] = _ => new BuilderTrace(),
        ["stream"] = _ => new StreamTrace(),
        ["copy"] = _ => new CopyTrace(),
        ["pool"] = _ => new PoolTrace(),
        ["pool-capacity"] = _ => new PoolTrace(),
        ["chunk"] = _ => new ChunkTrace(),
    };

    /// <summary>Warms up as the family's recorder did; null: no such family. A heap trace casts nothing, and what is
    /// alive at its start counts.</summary>
    public static ITrace? Begin(string family, Settings settings)
    {
        if (!Families.TryGetValue(family, out Func<Settings, ITrace>? begin))
            return null;
        if (family != "heap")
            CastTable.Grow();
        return begin(settings);
    }
}
