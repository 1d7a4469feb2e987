// SPDX-License-Identifier: MIT
// What does a request come to, what does the pool hold after a return, where are its limits, and by how much
// does the large object heap grow? Probes reports, extra, loh and seq: every answer is found by asking.
using System;
using System.Buffers;
using System.Collections.Generic;
using System.Linq;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Heapproof.Guest;

internal abstract class PoolProbe
{
    public abstract void Reports(Findings findings);
    public abstract void Extra(Findings findings);

    /// <summary>While all buffers are held.</summary>
    public abstract void Held(Findings findings);

    /// <summary>When every buffer is returned before the next.</summary>
    public abstract void InTurn(Findings findings);
}

internal sealed class PoolProbe<T>(PoolRun<T> run) : PoolProbe
{
    private const int ShortestBucket = 16;

    private static ArrayPool<T> Pool => ArrayPool<T>.Shared;

    private readonly ArrayMeasure measure = new(static length => new T[length]);
    private readonly PoolOptions options = run.Options;

    public override void Reports(Findings findings)
    {
        TellRentOnly(findings);
        TellBucket(findings);
        TellReturns(findings);
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
            findings.Number("retained_objects", RetainedObjects());
        else
            findings.Number("stale_bytes", StaleBytes());
    }

    // ---- bucket and generation ----

    // The lengths at which renting takes a large array and `new` does not. Nothing is returned while they are
    // looked for: an array that is lent again may have grown old.
    private void TellRentOnly(Findings findings)
    {
        findings.Number("rent_only_loh_first_length", Threshold.FirstLength(static length => Pool.Rent(length)));
        findings.Number("rent_only_loh_last_length", measure.FirstLength() - 1);
    }

    private void TellBucket(Findings findings)
    {
        Array array = run.GetOne(options.Length);
        int index = 0;
        while ((long)ShortestBucket << index < array.Length)
            index++;
        findings.Number("bucket_length", array.Length);
        if ((long)ShortestBucket << index == array.Length)
            findings.Number("bucket_index", index);
        findings.Number("object_bytes", measure.Size(array.Length));
        findings.Number("rounding_loss_bytes", (array.Length - (long)options.Length) * measure.Element);
        findings.Number("start_generation", GC.GetGeneration(array));
    }

    // ---- what stays in an array ----

    private T[] Lend() => Pool.Rent(options.Length);

    private void GiveBack(T[] array) => Pool.Return(array, options.Clear);

    private Span<byte> BytesOf(T[] array) =>
        MemoryMarshal.CreateSpan(ref Unsafe.As<T, byte>(ref MemoryMarshal.GetArrayDataReference(array)),
                                 options.Length * Unsafe.SizeOf<T>());

    private int StaleBytes()
    {
        const byte mark = 0x5a;
        T[] array = Lend();
        BytesOf(array).Fill(mark);
        GiveBack(array);
        array = Lend();
        int stale = BytesOf(array).Count(mark);
        GiveBack(array);
        return stale;
    }

    private int RetainedObjects()
    {
        List<WeakReference> watched = LendFullOfObjects();
        LargeHeap.Settle();
        return watched.Count(weak => weak.IsAlive);
    }

    // A frame of its own, which keeps none of them.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private List<WeakReference> LendFullOfObjects()
    {
        List<WeakReference> watched = [];
        T[] array = Lend();
        for (int i = 0; i < options.Length; i++)
        {
            object item = new();
            watched.Add(new WeakReference(item));
            array[i] = (T)item;
        }
        GiveBack(array);
        return watched;
    }

    // ---- returns of every kind ----

    private void TellReturns(Findings findings)
    {
        T[] array = Lend();
        int accepted = 0, refused = 0;
        foreach (T[] returned in Returned(array))
        {
            try
            {
                GiveBack(returned);
                accepted++;
            }
            catch (ArgumentException)
            {
                refused++;
            }
        }
        // Two rents follow: how many give what was lent before, and do they give one array to both?
        T[] first = Lend(), other = Lend();
        findings.Number("accepted_count", accepted);
        findings.Number("refused_count", refused);
        findings.Number("again_count", (first == array ? 1 : 0) + (other == array ? 1 : 0));
        findings.Number("lent_twice_count", first == other ? 1 : 0);
    }

    // A foreign array: of the rented one's length, and of a length that no bucket has.
    private T[][] Returned(T[] array) => options.Case switch
    {
        "no-return" => [],
        "double-return" => [array, array],
        "foreign-array" => [new T[array.Length], new T[array.Length + 1]],
        _ => [array],
    };

    // ---- limits ----

    public override void Extra(Findings findings)
    {
        int first = measure.FirstLength();
        findings.Number("first_length", first);
        findings.Number("first_bytes", measure.Size(first));
        findings.Number("header_bytes", measure.Header);
        findings.Number("loh_threshold_bytes", measure.Header + ArrayMeasure.Bytes.FirstLength());
        if (LargestPooled() is { } largest)
            findings.Number("largest_pooled_length", largest);
    }

    // Doubles the length until an array is not kept. null: there is no room for the longest.
    private static int? LargestPooled()
    {
        try
        {
            int longest = 0;
            for (int length = ShortestBucket; Outlives(length); length *= 2)
            {
                longest = length;
                if (!Outlives(length + 1))
                    break;
            }
            return longest;
        }
        catch (OutOfMemoryException)
        {
            return null;
        }
    }

    // Does an array outlive its return, when nobody but the pool can hold it? It is taken out again, so that
    // one array at a time is alive.
    private static bool Outlives(int length)
    {
        WeakReference weak = LendOnce(length);
        LargeHeap.Settle();
        bool kept = weak.IsAlive;
        if (kept)
            _ = LendOnce(length, giveBack: false);
        LargeHeap.Settle();
        return kept;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference LendOnce(int length, bool giveBack = true)
    {
        T[] array = Pool.Rent(length);
        WeakReference weak = new(array);
        if (giveBack)
            Pool.Return(array);
        return weak;
    }

    // ---- growth of the large object heap ----

    public override void Held(Findings findings)
    {
        Array?[] held = new Array?[options.Buffers];
        if (run.Way == PoolWay.Existing)
            run.Get(held, 0);
        TellGrowth(findings, i => held[i] ??= run.GetOne(run.Lengths[i]));
        GC.KeepAlive(held);
    }

    public override void InTurn(Findings findings) => TellGrowth(findings, i =>
    {
        Array array = run.GetOne(run.Lengths[i]);
        run.PutOne(array);
        return array;
    });

    private void TellGrowth(Findings findings, Func<int, Array> getOne)
    {
        long largeBytes = measure.Size(measure.FirstLength());
        LargeHeap before = LargeHeap.Settle();
        int large = 0;
        long start = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < options.Buffers; i++)
        {
            long then = GC.GetAllocatedBytesForCurrentThread();
            Array array = getOne(i);
            bool isNew = GC.GetAllocatedBytesForCurrentThread() - then >= largeBytes;
            large += isNew && GC.GetGeneration(array) == GC.MaxGeneration ? 1 : 0;
        }
        long made = GC.GetAllocatedBytesForCurrentThread() - start;
        int collections = GC.CollectionCount(GC.MaxGeneration);
        LargeHeap after = LargeHeap.Settle();
        findings.Number("forced_collections", GC.CollectionCount(GC.MaxGeneration) - collections);
        findings.Number("loh_objects", large);
        findings.Number("allocated_bytes", made);
        findings.Number("loh_growth_bytes", after.Size - before.Size);
        findings.Number("loh_live_bytes", after.Live - before.Live);
    }
}
