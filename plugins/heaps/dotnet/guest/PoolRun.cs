// SPDX-License-Identifier: MIT
// What is one run of the workload pool? A way of getting arrays and what becomes of them, on the caller's
// thread. Several threads: PoolCrowd.cs.
using System;
using System.Buffers;
using System.Collections.Generic;
using System.Runtime.CompilerServices;

namespace Heapproof.Guest;

/// <summary>The ways of getting an array, by the names of the workload's methods.</summary>
internal enum PoolWay
{
    RentReturn,
    New,
    Uninitialised,
    Existing,
}

/// <summary>A run without its element type.</summary>
internal abstract class PoolRun(PoolWay way, PoolOptions options)
{
    private delegate PoolRun Opener(PoolWay way, PoolOptions options);

    private static readonly Dictionary<string, PoolWay> Ways = new()
    {
        ["rent-return"] = PoolWay.RentReturn,
        ["new"] = PoolWay.New,
        ["uninitialised"] = PoolWay.Uninitialised,
        ["existing"] = PoolWay.Existing,
    };

    private static readonly Dictionary<string, Opener> Openers = new()
    {
        ["byte"] = static (way, options) => new PoolRun<byte>(way, options, 0x5a),
        ["int32"] = static (way, options) => new PoolRun<int>(way, options, 0x5a5a5a5a),
        ["reference"] = static (way, options) => new PoolRun<object>(way, options, null!),
    };

    public PoolWay Way => way;

    public PoolOptions Options => options;

    /// <summary>Of the arrays of one operation.</summary>
    public int[] Lengths { get; } = options.Lengths();

    public abstract int ElementBytes { get; }

    public static bool Has(string name) => Ways.ContainsKey(name);

    public static PoolRun Open(string name, string element, PoolOptions options) =>
        Openers[element](Ways[name], options);

    /// <summary>The run's own arrays begin at `first`: each thread has its part of those that exist.</summary>
    public abstract void Repeat(long operations, int first);

    /// <summary>Gets the arrays of one operation into mail[first...].</summary>
    public abstract void Get(Array?[] mail, int first);

    /// <summary>Puts them back.</summary>
    public abstract void Put(Array?[] mail, int first);

    /// <summary>One array, made or rented.</summary>
    public abstract Array GetOne(int length);

    public abstract void PutOne(Array array);

    public abstract PoolProbe Probe();
}

internal sealed class PoolRun<T> : PoolRun
{
    private readonly T mark; // that a fill writes
    private readonly T[][] existing;
    private readonly T[]?[][] held; // during one operation, for each thread; made once

    public PoolRun(PoolWay way, PoolOptions options, T mark)
        : base(way, options)
    {
        this.mark = mark;
        existing = new T[way == PoolWay.Existing ? options.Buffers * options.Threads : 0][];
        held = new T[]?[options.Threads][];
        for (int i = 0; i < held.Length; i++)
            held[i] = new T[]?[options.Buffers];
        for (int i = 0; i < existing.Length; i++)
            existing[i] = new T[Lengths[i % options.Buffers]];
    }

    public override int ElementBytes => Unsafe.SizeOf<T>();

    public override void Repeat(long operations, int first)
    {
        T[]?[] own = held[first / Options.Buffers];
        for (long n = 0; n < operations; n++)
        {
            if (own.Length == 1)
                PassOne(first);
            else
                Pass(own, first);
        }
    }

    private void PassOne(int first)
    {
        T[] array = GetAt(0, first);
        GC.KeepAlive(array);
        if (Way == PoolWay.RentReturn)
            PutBack(array);
    }

    private void Pass(T[]?[] own, int first)
    {
        for (int i = 0; i < own.Length; i++)
            own[i] = GetAt(i, first + i);
        if (Way == PoolWay.RentReturn)
            foreach (T[]? array in own)
                PutBack(array!);
        Array.Clear(own);
    }

    /// <summary>Array number `i` of an operation, number `at` of those that exist.</summary>
    private T[] GetAt(int i, int at)
    {
        T[] array = Way == PoolWay.Existing ? existing[at] : Make(Lengths[i]);
        if (Options.Fill)
            array.AsSpan(0, Lengths[i]).Fill(mark);
        return array;
    }

    private T[] Make(int length) => Way switch
    {
        PoolWay.RentReturn => ArrayPool<T>.Shared.Rent(length),
        PoolWay.Uninitialised => GC.AllocateUninitializedArray<T>(length),
        _ => new T[length],
    };

    private void PutBack(T[] array)
    {
        switch (Options.Case)
        {
            case "no-return":
                return;
            case "double-return":
                ArrayPool<T>.Shared.Return(array, Options.Clear);
                break;
            case "foreign-array": // one that no pool made, of a length that it takes
                array = new T[array.Length];
                break;
        }
        ArrayPool<T>.Shared.Return(array, Options.Clear);
    }

    public override void Get(Array?[] mail, int first)
    {
        for (int i = 0; i < Options.Buffers; i++)
            mail[first + i] = GetAt(i, first + i);
    }

    public override void Put(Array?[] mail, int first)
    {
        for (int i = 0; i < Options.Buffers; i++)
        {
            T[] array = (T[])mail[first + i]!;
            mail[first + i] = null;
            if (Way == PoolWay.RentReturn)
                PutBack(array);
        }
    }

    public override Array GetOne(int length) => Make(length);

    public override void PutOne(Array array)
    {
        if (Way == PoolWay.RentReturn)
            PutBack((T[])array);
    }

    public override PoolProbe Probe() => new PoolProbe<T>(this);
}
