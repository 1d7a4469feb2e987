// SPDX-License-Identifier: MIT
// From which length on are arrays, and strings, large objects? Allocates and asks for their generation, so that a
// setting that did not apply shows; the header is a measured difference.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Heapproof.Guest;

internal sealed class ThresholdProbe(string element, int size)
{
    // The words of parameter `element`, and the kinds that traces know under another name.
    private static readonly Dictionary<string, string> Kinds = new()
    {
        ["byte"] = "u8",
        ["int16"] = "i16",
        ["int32"] = "i32",
        ["int64"] = "i64",
        ["reference"] = "ref",
        ["double"] = "f64",
        ["string"] = "str",
    };

    private readonly ArrayMeasure measure = new(Kind.Named(Kinds.GetValueOrDefault(element, element)).Make);

    public void Run(Findings findings)
    {
        long bytes = measure.Object(size);
        findings.Number("header_bytes", measure.Header);
        findings.Number("object_bytes", bytes);
        findings.Number("start_generation", measure.Generation(size));
        int first = measure.FirstLength();
        findings.Number("first_length", first);
        findings.Number("first_bytes", measure.Size(first));
        // Bytes tell the setting itself; elements of 8 only the next multiple.
        findings.Number("loh_threshold_bytes", ArrayMeasure.Bytes.Size(ArrayMeasure.Bytes.FirstLength()));
    }
}

/// <summary>What arrays of a kind take, by the thread's exact counter.</summary>
internal sealed class ArrayMeasure
{
    // As much longer as elements of any size need no rounding for; of as many neighbours one needs none.
    private const int Short = 1000, Longer = 1000, Neighbours = 8;
    private const int Alignment = 8; // of objects (dotnet-facts section 1)

    private readonly Func<int, object> make;

    public ArrayMeasure(Func<int, object> make)
    {
        this.make = make;
        Element = (int)((Measure(Short + Longer) - Measure(Short)) / Longer);
        Header = Enumerable.Range(Short, Neighbours).Min(length => Measure(length) - (long)Element * length);
    }

    public static ArrayMeasure Bytes { get; } = new(Kind.Named("u8").Make);
    public static ArrayMeasure Chars { get; } = new(Kind.Named("char").Make);

    /// <summary>Bytes of an element.</summary>
    public int Element { get; }

    /// <summary>Bytes that are no element.</summary>
    public long Header { get; }

    /// <summary>Header and elements, before rounding; throws if the heap took something else.</summary>
    public long Object(int length)
    {
        long bytes = Size(length), taken = Measure(length);
        if (taken != Align(bytes))
            throw new InvalidOperationException(
                $"an array of {length} elements took {taken} bytes, header and elements are {bytes}");
        return bytes;
    }

    /// <summary>Header and elements, before rounding.</summary>
    public long Size(int length) => Header + (long)Element * length;

    /// <summary>In which an array of that length is born.</summary>
    public int Generation(int length) => GC.GetGeneration(make(length));

    public Block Block(int length, bool kept) =>
        new(Guest.Block.Array, length, Align(Size(length)), Generation(length), kept);

    public int FirstLength() => Threshold.FirstLength(make);

    private static long Align(long bytes) => (bytes + Alignment - 1) / Alignment * Alignment;

    private long Measure(int length)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        object made = make(length);
        long after = GC.GetAllocatedBytesForCurrentThread();
        GC.KeepAlive(made);
        return after - before;
    }
}
