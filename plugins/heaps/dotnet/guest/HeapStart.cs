// SPDX-License-Identifier: MIT
// From which state does a heap trace count? Two full blocking collections, then a fresh allocation
// context of which one object of 24 bytes is used (tests/truth/README.md, "State at the start").
using System;
using System.Buffers;
using System.Runtime.CompilerServices;

namespace Heapproof.Guest;

internal readonly struct HeapStart
{
    public required long Bytes { get; init; }
    public required long Total { get; init; }
    public required int Gen0 { get; init; }
    public required int Gen1 { get; init; }
    public required int Gen2 { get; init; }

    // A full context adds 8,200 bytes to the total: a quantum of 8,224 without the gap of 24 behind it
    // (dotnet-facts 2.2). So many objects of 24 bytes use it up.
    private const int ObjectsOfContext = 8_200 / 24;

    private const int MostContexts = 1_000;

    public static HeapStart Take()
    {
        for (int i = 0; i < 3; i++)
        {
            _ = Read();
            _ = GC.GetGCMemoryInfo().GenerationInfo.Length;
        }
        if (!Release.IsOnlyAllocator)
            UsePool();
        UseUpContext();
        Collect();
        Collect();
        TakeContext();
        return Read();
    }

    // On 9 and 10 the recorder's process had used a shared pool shortly before. From then on every gen2
    // collection makes the finalizer thread allocate, and its contexts count towards the budget of gen0: without
    // this gen0count-03 and gen0live-30 collect later than recorded, and soh_live lacks 24 bytes.
    private static void UsePool() => ArrayPool<char>.Shared.Return(ArrayPool<char>.Shared.Rent(1));

    // The finalizer thread has its turn before the next collection, as it had when traces were recorded: objects
    // that it makes in its first turn would otherwise count as new ones.
    private static void Collect()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
    }

    // A collection takes back what is left of every thread's context, while the total never falls (dotnet-facts
    // 2.2). With nothing left of this thread's, the first context after the collection shows in the total.
    private static void UseUpContext()
    {
        for (int i = 0; i < MostContexts; i++)
        {
            TakeContext();
            long total = GC.GetTotalAllocatedBytes(false);
            for (int n = 1; n < ObjectsOfContext; n++)
                AllocateSmallest();
            if (GC.GetTotalAllocatedBytes(false) == total)
                return; // it was a full one
        }
        throw new InvalidOperationException("no full allocation context was taken");
    }

    private static void TakeContext()
    {
        for (int i = 0; i < MostContexts * ObjectsOfContext; i++)
        {
            long before = GC.GetTotalAllocatedBytes(false);
            AllocateSmallest();
            if (GC.GetTotalAllocatedBytes(false) != before)
                return;
        }
        throw new InvalidOperationException("no fresh allocation context was taken");
    }

    private static object? smallest;

    // Through a static, so that the compiler cannot leave the object out.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void AllocateSmallest()
    {
        smallest = new object();
        smallest = null;
    }

    private static HeapStart Read() => new()
    {
        Bytes = GC.GetAllocatedBytesForCurrentThread(),
        Total = GC.GetTotalAllocatedBytes(false),
        Gen0 = GC.CollectionCount(0),
        Gen1 = GC.CollectionCount(1),
        Gen2 = GC.CollectionCount(2),
    };
}
