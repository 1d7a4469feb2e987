// SPDX-License-Identifier: MIT
// Which handles does a heap trace hold? They lie outside the heap: making one allocates nothing there.
using System;
using System.Runtime.InteropServices;

namespace Heapproof.Guest;

internal sealed class HeapHandles
{
    public const int Count = 64;

    private readonly GCHandle[] handles = new GCHandle[Count];

    /// <summary>Replaces the handle of that number. Arrays of numbers and strings can be pinned.</summary>
    public void Make(int number, object target, GCHandleType type)
    {
        Free(number);
        try
        {
            handles[number] = GCHandle.Alloc(target, type);
        }
        catch (ArgumentException)
        {
            throw new FormatException("an object with references cannot be pinned");
        }
    }

    /// <summary>null: there is none, or its object is gone.</summary>
    public object? Target(int number) => handles[number].IsAllocated ? handles[number].Target : null;

    public void Free(int number)
    {
        if (handles[number].IsAllocated)
            handles[number].Free();
    }

    public void FreeAll()
    {
        for (int i = 0; i < Count; i++)
            Free(i);
    }
}
