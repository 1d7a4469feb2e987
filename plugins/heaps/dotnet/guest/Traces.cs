// SPDX-License-Identifier: MIT
// Which families of traces are executed here?
namespace Heapproof.Guest;

public static class Traces
{
    /// <summary>Begins a trace of a family: heap, builder, stream, copy, pool, pool-capacity, chunk or
    /// threshold. null: no such family.</summary>
    public static ITrace? Begin(string family, Settings settings) => null;
}
