// SPDX-License-Identifier: MIT
// Objects with a finalizer that counts. Header 8, method table 8, then the fields.
using System;
using System.Threading;

namespace Heapproof.Guest;

internal class Finalizable
{
    private static int finalized;

    /// <summary>How many finalizers have run in this process.</summary>
    public static int Finalized => Volatile.Read(ref finalized);

    /// <summary>An object of that many bytes.</summary>
    public static object Sized(int bytes) => bytes switch
    {
        24 => new Finalizable(),
        64 => new Finalizable64(),
        _ => throw new FormatException($"fin has 24 or 64 bytes, not {bytes}"),
    };

    ~Finalizable() => Interlocked.Increment(ref finalized);

#pragma warning disable CS0169, CS0649 // Fields that only take room.
    private readonly long a;

    private sealed class Finalizable64 : Finalizable
    {
        private readonly long b, c, d, e, f;
    }
#pragma warning restore CS0169, CS0649
}
