// SPDX-License-Identifier: MIT
// From which state does a heap trace count? Two full blocking collections, then a fresh allocation
// context of which one object of 24 bytes is used (tests/truth/README.md, "State at the start").
using System;
using System.Buffers;

namespace Heapproof.Guest;

internal static class HeapStart
{
    public static Reading Take()
    {
        for (int i = 0; i < 3; i++)
        {
            _ = Reading.Take();
            _ = GC.GetGCMemoryInfo().GenerationInfo.Length;
        }
        if (!Release.IsOnlyAllocator)
            UsePool();
        Context.UseUp();
        Collect();
        Collect();
        Context.Take();
        return Reading.Take();
    }

    // On 9 and 10 the recorder's process had used a shared pool shortly before. From then on every gen2
    // collection makes the finalizer thread allocate, and its contexts count towards the budget of gen0:
    // without this gen0count-03 and gen0live-30 collect later than recorded, and soh_live lacks 24 bytes.
    private static void UsePool() => ArrayPool<char>.Shared.Return(ArrayPool<char>.Shared.Rent(1));

    // The finalizer thread has its turn before the next collection, as it had when traces were recorded:
    // objects that it makes in its first turn would otherwise count as new ones.
    private static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }
}
