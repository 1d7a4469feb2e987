// SPDX-License-Identifier: MIT
// What do the operations of a heap trace do? One table, a row for each (tests/truth/README.md).
using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;

namespace Heapproof.Guest;

internal sealed partial class HeapTrace
{
    private delegate void Operation(HeapTrace trace, ref Words words);

    private sealed class Verb(string name, Operation run)
    {
        public byte[] Name { get; } = Encoding.UTF8.GetBytes(name);
        public Operation Run { get; } = run;
    }

    private static readonly Verb[] Verbs =
    [
        new("a", static (HeapTrace t, ref Words w) => t.Allocate(ref w)),
        new("x", static (HeapTrace _, ref Words w) => Repeat(ref w)),
        new("f", static (HeapTrace t, ref Words w) => t.slots[Slot(ref w)] = null),
        new("w", static (HeapTrace t, ref Words w) => t.Link(ref w)),
        new("c", static (HeapTrace _, ref Words w) => GC.Collect(w.NextNumber())),
        new("g", static (HeapTrace t, ref Words w) => t.Generation(t.At(Slot(ref w)))),
        new("r", static (HeapTrace t, ref Words _) => t.Counters()),
        new("i", static (HeapTrace t, ref Words _) => t.Sizes()),
        new("thread", static (HeapTrace t, ref Words w) => t.SwitchThread(w.NextNumber())),
        new("strong", static (HeapTrace t, ref Words w) => t.MakeHandle(ref w, GCHandleType.Normal)),
        new("weak", static (HeapTrace t, ref Words w) => t.MakeHandle(ref w, GCHandleType.Weak)),
        new("track", static (HeapTrace t, ref Words w) => t.MakeHandle(ref w, GCHandleType.WeakTrackResurrection)),
        new("pin", static (HeapTrace t, ref Words w) => t.MakeHandle(ref w, GCHandleType.Pinned)),
        new("free", static (HeapTrace t, ref Words w) => t.handles.Free(Handle(ref w))),
        new("target", static (HeapTrace t, ref Words w) => t.TellTarget(Handle(ref w))),
        new("get", static (HeapTrace t, ref Words w) => t.LoadTarget(ref w)),
        new("suppress", static (HeapTrace t, ref Words w) => GC.SuppressFinalize(t.At(Slot(ref w)))),
        new("finalize", static (HeapTrace t, ref Words _) => t.WaitForFinalizers()),
    ];

    private const int SlotCount = 256;

    private readonly object?[] slots = new object?[SlotCount];
    private readonly HeapHandles handles = new();
    private int finalizedBefore;
    private long firstLive;
    private bool hasFirstLive;

    private void Run(ReadOnlySpan<byte> operation)
    {
        Words words = new(operation);
        ReadOnlySpan<byte> name = words.Next();
        foreach (Verb verb in Verbs)
        {
            if (!name.SequenceEqual(verb.Name))
                continue;
            verb.Run(this, ref words);
            words.ExpectEnd();
            return;
        }
        throw new FormatException($"a heap trace has no operation {Encoding.UTF8.GetString(name)}");
    }

    // ---- objects ----

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

    private void Counters()
    {
        Reading now = Reading.Take(), since = now - start;
        reply.Number("bytes", now.Bytes - (current?.Bytes ?? start.Bytes));
        if (Release.IsOnlyAllocator)
            reply.Number("approx", since.Approximate);
        reply.Number("gen0", since.Gen0);
        reply.Number("gen1", since.Gen1);
        reply.Number("gen2", since.Gen2);
    }

    // The query allocates 288 bytes after it has read (dotnet-facts 9.4).
    private void Sizes()
    {
        const int large = 3; // index of the LOH in GenerationInfo
        GCMemoryInfo info = GC.GetGCMemoryInfo();
        ReadOnlySpan<GCGenerationInfo> generations = info.GenerationInfo;
        long live = 0;
        for (int i = 0; i < large; i++)
            live += generations[i].SizeAfterBytes - generations[i].FragmentationAfterBytes;
        live -= HeapStart.DyingBytes;
        if (!hasFirstLive)
            firstLive = live;
        hasFirstLive = true;
        reply.Number("of", info.Generation);
        reply.Number("loh_size", generations[large].SizeAfterBytes);
        reply.Number("loh_frag", generations[large].FragmentationAfterBytes);
        reply.Number("soh_live", live - firstLive);
    }

    private void Generation(object o) => reply.Number("generation", GC.GetGeneration(o));

    // ---- threads ----

    private void SwitchThread(int thread)
    {
        if (thread < 0 || thread > threads.Length)
            throw new FormatException($"thread {thread} is none of 0 to {threads.Length}, as `set threads=` says");
        current = thread == 0 ? null : threads[thread - 1];
    }

    // ---- handles ----

    private static int Handle(ref Words words)
    {
        int handle = words.NextNumber();
        return handle is >= 0 and < HeapHandles.Count
            ? handle
            : throw new FormatException($"handle {handle} is none of 0 to {HeapHandles.Count - 1}");
    }

    private void MakeHandle(ref Words words, GCHandleType type)
    {
        int handle = Handle(ref words);
        handles.Make(handle, At(Slot(ref words)), type);
    }

    private void TellTarget(int handle)
    {
        object? target = handles.Target(handle);
        reply.Number("alive", target == null ? 0 : 1);
        if (target != null)
            Generation(target);
    }

    private void LoadTarget(ref Words words)
    {
        object? target = handles.Target(Handle(ref words));
        slots[Slot(ref words)] = target;
    }

    // ---- finalizers ----

    private void WaitForFinalizers()
    {
        GC.WaitForPendingFinalizers();
        reply.Number("finalized", Finalizable.Finalized - finalizedBefore);
    }
}
