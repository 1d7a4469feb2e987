// SPDX-License-Identifier: MIT
// Where does the thread stand in its allocation context? The approximate total of the process grows by whole
// contexts, so what it shows of a piece of work depends on where the work begins.
using System;
using System.Runtime.CompilerServices;

namespace Heapproof.Guest;

internal static class Context
{
    // A full context adds 8,200 bytes to the total: a quantum of 8,224 without the gap of 24 behind it
    // (dotnet-facts 2.2). So many objects of 24 bytes use it up.
    private const int ObjectsOfContext = 8_200 / 24;

    private const int MostContexts = 1_000;

    private static object? smallest;

    /// <summary>Leaves nothing of the context to the next object. A collection takes back what is left of every
    /// thread's, while the total never falls; with nothing left of this thread's, the first context after a
    /// collection shows in the total.</summary>
    public static void UseUp()
    {
        for (int i = 0; i < MostContexts; i++)
        {
            Take();
            long total = GC.GetTotalAllocatedBytes(false);
            for (int n = 1; n < ObjectsOfContext; n++)
                AllocateSmallest();
            if (GC.GetTotalAllocatedBytes(false) == total)
                return; // it was a full one
        }
        throw new InvalidOperationException("no full allocation context was taken");
    }

    /// <summary>Allocates objects of 24 bytes until one of them has taken a fresh context.</summary>
    public static void Take()
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

    // Through a static, so that the compiler cannot leave the object out.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void AllocateSmallest()
    {
        smallest = new object();
        smallest = null;
    }
}
