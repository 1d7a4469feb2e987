// SPDX-License-Identifier: MIT
// From which state does a heap trace count? Two full blocking collections, then a fresh allocation
// context of which one object of 24 bytes is used (tests/truth/README.md, "State at the start"); and what else of the
// recorder's process shows in its answers, which configs/machines/truth.cfg tells `gen` as well.
using System;

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

    // On 9 and 10 other threads of the recorder's process were at work. One had kept a small object that it made
    // between the two collections: soh_live grows by 24 when a later one moves it. And behind them they took two
    // contexts: gen0count-03 and gen0live-30 collect 16,416 bytes earlier than on 8. Here the trace's own thread does
    // both; a second thread would do it at a moment of its own.
    private const int OthersContexts = 2;

    private const int ArrayHeader = 24;
    private const int SmallGenerations = 3;
    private static readonly WeakReference Surplus = new(null);
    private static byte[]? alive;
    private static byte[]? surplus;
    private static int surplusBytes;
    private static object? keptByOthers;

    /// <summary>Bytes that the start left behind dead and that no collection has freed yet: live to the collector,
    /// nothing of the trace.</summary>
    public static int DyingBytes => Surplus.IsAlive ? surplusBytes : 0;

    /// <summary>Leaves nothing young of what the process has made so far, since survivors of gen1 raise its
    /// budget. How much that is depends on where the runtime lies: the paths of its files are objects,
    /// too, and nobody asks for them any more.</summary>
    public static void Flush()
    {
        alive = surplus = null;
        keptByOthers = null;
        AppContext.SetData("TRUSTED_PLATFORM_ASSEMBLIES", null);
        for (int i = 0; i < FlushingCollections; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    public static Reading Take()
    {
        int own = 0;
        for (int i = 0; i < 3; i++)
        {
            _ = Reading.Take();
            own = LiveBytes(GC.GetGCMemoryInfo().GenerationInfo);
        }
        MakeAlive(own);
        Context.UseUp();
        GC.Collect();
        keptByOthers = Release.IsOnlyAllocator ? null : new object();
        GC.Collect();
        surplus = null;
        for (int i = 0; i < OthersContexts && !Release.IsOnlyAllocator; i++)
            Context.Take();
        Context.Take();
        return Reading.Take();
    }

    // The recorder's bytes move into gen2, and with what this process has there already as many are to be alive:
    // a collection of gen1 promotes or not by how gen2 compares with a share of the small budgets (gc-facts 5.1), which
    // heap-harsh shows. The rest dies, behind what stays, so that it leaves no gap.
    private static void MakeAlive(int own)
    {
        surplusBytes = Math.Min(own, AliveBytes - ArrayHeader);
        alive = new byte[AliveBytes - surplusBytes - ArrayHeader];
        surplus = new byte[surplusBytes - ArrayHeader];
        Surplus.Target = surplus;
    }

    private static int LiveBytes(ReadOnlySpan<GCGenerationInfo> generations)
    {
        long live = 0;
        foreach (GCGenerationInfo generation in generations[..SmallGenerations])
            live += generation.SizeAfterBytes - generation.FragmentationAfterBytes;
        return (int)live;
    }
}
