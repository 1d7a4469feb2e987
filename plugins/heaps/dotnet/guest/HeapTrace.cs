// SPDX-License-Identifier: MIT
// How does the collector answer a heap trace? Allocations into slots, collections, counters.
// Executing an operation allocates nothing but what the operation says.
using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Text;

namespace Heapproof.Guest;

internal sealed class HeapTrace : ITrace
{
    private const int SlotCount = 256;

    private readonly object?[] slots = new object?[SlotCount];
    private Reading start;
    private bool started;
    private long firstLive;
    private bool hasFirstLive;

    /// <summary>Runs every operation once, so that compiling one later allocates nothing.</summary>
    public HeapTrace()
    {
        WarmUp();
        Array.Clear(slots);
    }

    private unsafe void WarmUp()
    {
        const int room = 256;
        byte* bytes = stackalloc byte[room];
        Answer answer = new(bytes, room);
        foreach (string line in WarmUpLines())
            Run(Encoding.UTF8.GetBytes(line), ref answer);
        answer = new(bytes, room);
        Run("r"u8, ref answer);
        answer = new(bytes, room);
        Run("i"u8, ref answer);
        hasFirstLive = false;
    }

    // Joined, not interpolated: an interpolated string rents from ArrayPool<char>.Shared, and once that pool
    // was used, every gen2 collection makes the finalizer thread allocate 336 bytes (dotnet-facts 9.5).
    private static IEnumerable<string> WarmUpLines()
    {
        foreach (string kind in Kind.Names)
            yield return string.Join(' ', "a", kind, "24", "0");
        yield return "x 1 ref 24";
        yield return "a ref 1 1";
        yield return "w 1 0 0";
        yield return "g 1";
        yield return "f 1";
        yield return "c 0";
    }

    /// <summary>The first operation is preceded by the start: while the trace is being begun, frames of the
    /// caller keep objects alive that the first collection of the trace would free.</summary>
    public void Execute(ReadOnlySpan<byte> operation, ref Answer answer)
    {
        if (!started)
            start = HeapStart.Take();
        started = true;
        Run(operation, ref answer);
    }

    private void Run(ReadOnlySpan<byte> operation, ref Answer answer)
    {
        Words words = new(operation);
        ReadOnlySpan<byte> verb = words.Next();
        switch (verb.Length == 1 ? verb[0] : (byte)0)
        {
            case (byte)'a': Allocate(ref words); break;
            case (byte)'x': Repeat(ref words); break;
            case (byte)'f': slots[Slot(ref words)] = null; break;
            case (byte)'w': Link(ref words); break;
            case (byte)'c': GC.Collect(words.NextNumber()); break;
            case (byte)'g': answer.Number("generation", GC.GetGeneration(At(Slot(ref words)))); break;
            case (byte)'r': Counters(ref answer); break;
            case (byte)'i': Sizes(ref answer); break;
            default: throw new FormatException("a heap trace has the operations a x f w c g r i");
        }
        words.ExpectEnd();
    }

    public void End() => Array.Clear(slots);

    private static int Slot(ref Words words)
    {
        int slot = words.NextNumber();
        return slot is >= 0 and < SlotCount
            ? slot
            : throw new FormatException($"slot {slot} is none of 0 to {SlotCount - 1}");
    }

    private object At(int slot) =>
        slots[slot] ?? throw new FormatException($"slot {slot} is empty");

    private void Allocate(ref Words words)
    {
        Kind kind = Kind.Find(words.Next());
        int length = words.NextNumber();
        int slot = words.NextNumber();
        if (slot is < -1 or >= SlotCount)
            throw new FormatException($"slot {slot} is none of -1 to {SlotCount - 1}");
        object made = kind.Make(length);
        if (slot >= 0)
            slots[slot] = made;
    }

    private static void Repeat(ref Words words)
    {
        int times = words.NextNumber();
        Kind kind = Kind.Find(words.Next());
        int length = words.NextNumber();
        for (int i = 0; i < times; i++)
            Drop(kind, length);
    }

    // A frame of its own, so that no register of the loop keeps the last object.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Drop(Kind kind, int length) => kind.Make(length);

    private void Link(ref Words words)
    {
        object to = At(Slot(ref words));
        int index = words.NextNumber();
        object from = At(Slot(ref words));
        if (to is not object?[] array)
            throw new FormatException("w writes into an array of references");
        array[index] = from;
    }

    private void Counters(ref Answer answer)
    {
        Reading since = Reading.Take() - start;
        answer.Number("bytes", since.Bytes);
        if (Release.IsOnlyAllocator)
            answer.Number("approx", since.Approximate);
        answer.Number("gen0", since.Gen0);
        answer.Number("gen1", since.Gen1);
        answer.Number("gen2", since.Gen2);
    }

    // The query allocates 288 bytes after it has read (dotnet-facts 9.4).
    private void Sizes(ref Answer answer)
    {
        const int large = 3; // index of the LOH in GenerationInfo
        GCMemoryInfo info = GC.GetGCMemoryInfo();
        ReadOnlySpan<GCGenerationInfo> generations = info.GenerationInfo;
        long live = 0;
        for (int i = 0; i < large; i++)
            live += generations[i].SizeAfterBytes - generations[i].FragmentationAfterBytes;
        if (!hasFirstLive)
            firstLive = live;
        hasFirstLive = true;
        answer.Number("of", info.Generation);
        answer.Number("loh_size", generations[large].SizeAfterBytes);
        answer.Number("loh_frag", generations[large].FragmentationAfterBytes);
        answer.Number("soh_live", live - firstLive);
    }
}
