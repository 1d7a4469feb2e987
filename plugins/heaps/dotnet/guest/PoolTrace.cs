// SPDX-License-Identifier: MIT
// How do the array pools answer a trace? Shared and created pools, four threads, arrays known by
// the order in which a rent first gave them.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Heapproof.Guest;

internal sealed class PoolTrace : ITrace
{
    private delegate void Operation(PoolTrace trace, ref Words words, ref Answer answer);

    private const int SlotCount = 1_000;
    private const int ThreadCount = 4; // the host's own and three workers

    private static readonly Dictionary<string, Operation> Operations = new()
    {
        ["rent"] = static (PoolTrace t, ref Words w, ref Answer a) => t.Rent(t.bytes, ref w, ref a),
        ["renti"] = static (PoolTrace t, ref Words w, ref Answer a) => t.Rent(AnyPool.Ints, ref w, ref a),
        ["rentr"] = static (PoolTrace t, ref Words w, ref Answer a) => t.Rent(AnyPool.References, ref w, ref a),
        ["ret"] = static (PoolTrace t, ref Words w, ref Answer a) => t.Return(ref w, ref a),
        ["rentmany"] = static (PoolTrace t, ref Words w, ref Answer a) => t.RentMany(ref w, ref a),
        ["retmany"] = static (PoolTrace t, ref Words w, ref Answer a) => t.ReturnMany(ref w, ref a),
        ["newarr"] = static (PoolTrace t, ref Words w, ref Answer _) => t.NewArray(ref w),
        ["create"] = static (PoolTrace t, ref Words w, ref Answer _) => t.Create(ref w),
        ["thread"] = static (PoolTrace t, ref Words w, ref Answer _) => t.SwitchThread(ref w),
    };

    private readonly Array?[] slots = new Array?[SlotCount];
    private readonly Worker?[] workers = new Worker?[ThreadCount];

    // Keeps every array alive that was ever seen, as the recorder did: the budget of the LOH
    // depends on it (bcl-facts section 0.3).
    private readonly Dictionary<Array, int> identities = new(ReferenceEqualityComparer.Instance);
    private AnyPool bytes = AnyPool.Bytes;
    private Array?[] many = [];
    private int thread;

    public PoolTrace() => PoolWarmUp.Run();

    public void Execute(ReadOnlySpan<byte> operation, ref Answer answer)
    {
        Words words = new(operation);
        string verb = words.NextText();
        if (!Operations.TryGetValue(verb, out Operation? run))
            throw new FormatException(
                $"a pool trace has no operation {verb}, only {string.Join(' ', Operations.Keys)}");
        try
        {
            run(this, ref words, ref answer);
        }
        catch (ArgumentException e)
        {
            answer.Throws(e.GetType().Name);
        }
        words.ExpectEnd();
    }

    public void End()
    {
        foreach (Worker? worker in workers)
            worker?.Dispose();
    }

    private void OnThread(PoolWork work)
    {
        if (thread == 0)
            work.Run();
        else
            (workers[thread] ??= new Worker()).Run(work.Run);
    }

    private static int Slot(ref Words words)
    {
        int slot = words.NextNumber();
        return slot is >= 0 and < SlotCount
            ? slot
            : throw new FormatException($"slot {slot} is none of 0 to {SlotCount - 1}");
    }

    private void Rent(AnyPool pool, ref Words words, ref Answer answer)
    {
        Array[] rented = new Array[1];
        RentWork work = new(pool, words.NextNumber(), rented);
        int slot = Slot(ref words);
        OnThread(work);
        Array array = rented[0];
        slots[slot] = array;
        answer.Number("length", array.Length);
        answer.Number(Identify(array, out int id) ? "new" : "again", id);
        answer.Number("bytes", work.Bytes);
        answer.Number("generation", work.Generation);
    }

    // True: a rent gave this array for the first time.
    private bool Identify(Array array, out int id)
    {
        if (identities.TryGetValue(array, out id))
            return false;
        id = identities.Count;
        identities.Add(array, id);
        return true;
    }

    private AnyPool PoolOf(Array? array) => array switch
    {
        int[] => AnyPool.Ints,
        object[] => AnyPool.References,
        _ => bytes,
    };

    private void Return(ref Words words, ref Answer answer)
    {
        Array? array = slots[Slot(ref words)];
        bool clear = !words.AtEnd;
        if (clear && !words.Next().SequenceEqual("clear"u8))
            throw new FormatException("ret SLOT is followed by nothing or by: clear");
        ReturnWork work = new(PoolOf(array), new[] { array }, clear);
        OnThread(work);
        answer.Number("bytes", work.Bytes);
    }

    private void RentMany(ref Words words, ref Answer answer)
    {
        int length = words.NextNumber();
        Array[] rented = new Array[words.NextNumber()];
        RentWork work = new(bytes, length, rented);
        OnThread(work);
        many = rented;
        answer.Number("new", rented.Count(array => Identify(array, out _)));
        answer.Number("bytes", work.Bytes);
    }

    private void ReturnMany(ref Words words, ref Answer answer)
    {
        int count = words.NextNumber();
        if (count < 0 || count > many.Length)
            throw new FormatException($"{count} arrays of {many.Length} cannot be given back");
        ReturnWork work = new(bytes, many.AsMemory(0, count), clear: false);
        OnThread(work);
        answer.Number("bytes", work.Bytes);
    }

    private void NewArray(ref Words words)
    {
        byte[] array = new byte[words.NextNumber()];
        slots[Slot(ref words)] = array;
    }

    private void Create(ref Words words) =>
        bytes = words.AtEnd ? AnyPool.CreateBytes()
                             : AnyPool.CreateBytes(words.NextNumber(), words.NextNumber());

    private void SwitchThread(ref Words words)
    {
        int next = words.NextNumber();
        if (next is < 0 or >= ThreadCount)
            throw new FormatException($"thread {next} is none of 0 to {ThreadCount - 1}");
        thread = next;
    }
}
