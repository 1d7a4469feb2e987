// SPDX-License-Identifier: MIT
using System;
using System.Buffers;
using System.Threading;

namespace Heapproof.Guest;

/// <summary>
/// Makes what the first use of pools makes once in a process, on a thread that ends, so that no table
/// of a traced thread exists yet (tests/truth/README.md, "Warm-up").
/// </summary>
internal static class PoolWarmUp
{
    private const int LongBytes = 33_554_432;
    private const int LongReferences = 4_194_304;
    private const int AnyLength = 100;

    public static void Run()
    {
        Thread thread = new(Rent);
        thread.Start();
        thread.Join();
        GC.Collect();
    }

    private static void Rent()
    {
        GC.KeepAlive(ArrayPool<byte>.Shared.Rent(LongBytes));
        GC.KeepAlive(ArrayPool<int>.Shared.Rent(LongBytes));
        GC.KeepAlive(ArrayPool<object>.Shared.Rent(LongReferences));
        GC.KeepAlive(ArrayPool<byte>.Create().Rent(AnyLength));
        try
        {
            ArrayPool<byte>.Shared.Rent(-1);
        }
        catch (ArgumentOutOfRangeException)
        {
            // Now the exception has been loaded.
        }
    }
}
