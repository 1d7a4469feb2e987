// SPDX-License-Identifier: MIT
// What is measured of a pool's operation, on the thread that runs it? Nothing here allocates between
// the two readings of the thread's counter but the pool itself.
using System;

namespace Heapproof.Guest;

internal abstract class PoolWork
{
    /// <summary>What the pool allocated on the thread.</summary>
    public long Bytes { get; private set; }

    public void Run()
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        Operate();
        Bytes = GC.GetAllocatedBytesForCurrentThread() - before;
    }

    protected abstract void Operate();
}

internal sealed class RentWork(AnyPool pool, int length, Array[] rented) : PoolWork
{
    /// <summary>Of the first array, right after it was rented.</summary>
    public int Generation { get; private set; }

    protected override void Operate()
    {
        for (int i = 0; i < rented.Length; i++)
            rented[i] = pool.Rent(length);
        if (rented.Length > 0)
            Generation = GC.GetGeneration(rented[0]);
    }
}

internal sealed class ReturnWork(AnyPool pool, ReadOnlyMemory<Array?> arrays, bool clear) : PoolWork
{
    protected override void Operate()
    {
        foreach (Array? array in arrays.Span)
            pool.Return(array, clear);
    }
}
