// SPDX-License-Identifier: MIT
// What do the runtime's counters say at a moment? The exact bytes of this thread, the approximate ones of the
// process, collections, and the large object heap after the last collection.
using System;

namespace Heapproof.Guest;

internal readonly record struct Reading(long Bytes, long Approximate, int Gen0, int Gen1, int Gen2)
{
    /// <summary>Allocates nothing.</summary>
    public static Reading Take() =>
        new(GC.GetAllocatedBytesForCurrentThread(), GC.GetTotalAllocatedBytes(false), GC.CollectionCount(0),
            GC.CollectionCount(1), GC.CollectionCount(2));

    /// <summary>What has come since an earlier reading.</summary>
    public static Reading operator -(Reading now, Reading then) =>
        new(now.Bytes - then.Bytes, now.Approximate - then.Approximate, now.Gen0 - then.Gen0,
            now.Gen1 - then.Gen1, now.Gen2 - then.Gen2);
}

/// <summary>The large object heap as the last collection left it; the query allocates 288 bytes.</summary>
internal readonly record struct LargeHeap(long Size, long Live)
{
    private const int Index = 3; // in GenerationInfo (dotnet-facts 2.1)

    /// <summary>After two forced full collections, between and behind which finalizers have run: the pool's own takes
    /// an allocation context, which the total of the process would show later.</summary>
    public static LargeHeap Settle()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GCGenerationInfo info = GC.GetGCMemoryInfo().GenerationInfo[Index];
        return new LargeHeap(info.SizeAfterBytes, info.SizeAfterBytes - info.FragmentationAfterBytes);
    }
}
