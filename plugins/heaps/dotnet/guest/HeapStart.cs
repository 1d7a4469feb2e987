// SPDX-License-Identifier: MIT
// From which state does a heap trace count? Two full blocking collections, then a fresh allocation
// context of which one object of 24 bytes is used (tests/truth/README.md, "State at the start").
using System;
using System.Buffers;

namespace Heapproof.Guest;

internal static class HeapStart
{
    private const int FlushingCollections = 4;

    // What the recorder's process had alive: its second collection moved so many bytes into gen2, whose
    // budget is less by them (gc-facts 6.4: remaining 228,496 of 262,144 on 8, 225,344 on 9, 224,744 on 10).
    private static readonly int AliveBytes = Environment.Version.Major switch
    {
        8 => 262_144 - 228_496,
        9 => 262_144 - 225_344,
        _ => 262_144 - 224_744,
    };

    private const int ArrayHeader = 24;
    private static byte[]? alive;

    /// <summary>Leaves nothing young of what the process has made so far, since survivors of gen1 raise its
    /// budget. How much that is depends on where the runtime lies: the paths of its files are objects,
    /// too.</summary>
    public static void Flush()
    {
        alive = null;
        for (int i = 0; i < FlushingCollections; i++)
            Collect();
    }

    public static Reading Take()
    {
        for (int i = 0; i < 3; i++)
        {
            _ = Reading.Take();
            _ = GC.GetGCMemoryInfo().GenerationInfo.Length;
        }
        int used = Release.IsOnlyAllocator ? 0 : UsePool();
        alive = new byte[AliveBytes - used - ArrayHeader];
        Context.UseUp();
        Collect();
        Collect();
        Context.Take();
        return Reading.Take();
    }

    // On 9 and 10 the recorder's process had used a shared pool shortly before. From then on every gen2
    // collection makes the finalizer thread allocate, and its contexts count towards the budget of gen0:
    // without this gen0count-03 and gen0live-30 collect later than recorded, and soh_live lacks 24 bytes.
    // Returns the bytes that stay alive.
    private static int UsePool()
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        ArrayPool<char>.Shared.Return(ArrayPool<char>.Shared.Rent(1));
        return (int)(GC.GetAllocatedBytesForCurrentThread() - before);
    }

    // The finalizer thread has its turn before the next collection, as it had when traces were recorded:
    // objects that it makes in its first turn would otherwise count as new ones.
    private static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }
}
