// SPDX-License-Identifier: MIT
using System;
using System.Buffers;

namespace Heapproof.Guest;

/// <summary>A pool of arrays of any element type, without its type.</summary>
internal abstract class AnyPool
{
    public abstract Array Rent(int length);
    public abstract void Return(Array? array, bool clear);

    public static readonly AnyPool Bytes = new PoolOf<byte>(ArrayPool<byte>.Shared);
    public static readonly AnyPool Ints = new PoolOf<int>(ArrayPool<int>.Shared);
    public static readonly AnyPool References = new PoolOf<object>(ArrayPool<object>.Shared);

    public static AnyPool CreateBytes() => new PoolOf<byte>(ArrayPool<byte>.Create());

    public static AnyPool CreateBytes(int longest, int perBucket) =>
        new PoolOf<byte>(ArrayPool<byte>.Create(longest, perBucket));

    private sealed class PoolOf<T>(ArrayPool<T> pool) : AnyPool
    {
        public override Array Rent(int length) => pool.Rent(length);

        public override void Return(Array? array, bool clear) => pool.Return((T[])array!, clear);
    }
}
