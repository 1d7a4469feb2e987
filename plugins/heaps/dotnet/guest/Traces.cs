// SPDX-License-Identifier: MIT
// Who executes the operations of a family of traces? tests/truth/README.md describes the families.
using System;
using System.Collections.Generic;

namespace Heapproof.Guest;

public static class Traces
{
    private static readonly Dictionary<string, Func<ITrace>> Families = new()
    {
        ["heap"] = () => new HeapTrace(),
        ["threshold"] = () => new ThresholdTrace(),
        ["builder"] = () => new BuilderTrace(),
        ["stream"] = () => new StreamTrace(),
        ["copy"] = () => new CopyTrace(),
        ["pool"] = () => new PoolTrace(),
        ["pool-capacity"] = () => new PoolTrace(),
        ["chunk"] = () => new ChunkTrace(),
    };

    /// <summary>Warms up as the family's recorder did; null: no such family.</summary>
    public static ITrace? Begin(string family, Settings settings)
    {
        _ = settings; // All of them are settings of the runtime, made before it started.
        return Families.TryGetValue(family, out Func<ITrace>? begin) ? begin() : null;
    }
}
