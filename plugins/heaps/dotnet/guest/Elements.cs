// SPDX-License-Identifier: MIT
// What do sources consist of, and what does reading an element add to a sum? Elements count up from 0.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Heapproof.Guest;

/// <summary>A type parameter for each element type, so that a loop over elements is compiled for it.</summary>
internal interface IElement<T>
{
    static abstract T At(int index);
    static abstract long Value(T element);
}

internal readonly struct ByteElement : IElement<byte>
{
    public static byte At(int index) => (byte)index;
    public static long Value(byte element) => element;
}

internal readonly struct Int16Element : IElement<short>
{
    public static short At(int index) => (short)index;
    public static long Value(short element) => element;
}

internal readonly struct Int32Element : IElement<int>
{
    public static int At(int index) => index;
    public static long Value(int element) => element;
}

internal readonly struct Int64Element : IElement<long>
{
    public static long At(int index) => index;
    public static long Value(long element) => element;
}

/// <summary>References to a few objects in turn, so that a source costs nothing but its references.</summary>
internal readonly struct ReferenceElement : IElement<object>
{
    private sealed class Item(long number)
    {
        public long Number { get; } = number;
    }

    private const int ItemCount = 256; // a power of two
    private static readonly Item[] Items = [.. Enumerable.Range(0, ItemCount).Select(i => new Item(i))];

    public static object At(int index) => Items[index & (ItemCount - 1)];

    /// <summary>A reference counts 1 and adds the number of its object, which has to be read.</summary>
    public static long Value(object element) => element is Item item ? 1 + item.Number : 1;
}

/// <summary>Sources of elements that count up.</summary>
internal static class Counted<T, E>
    where E : struct, IElement<T>
{
    public static T[] Array(int count)
    {
        T[] array = new T[count];
        for (int i = 0; i < count; i++)
            array[i] = E.At(i);
        return array;
    }

    /// <summary>A list over an array of exactly that many.</summary>
    public static List<T> List(int count)
    {
        List<T> list = new(count);
        list.AddRange(Array(count));
        return list;
    }

    /// <summary>An iterator of which the library does not know the length: 40 bytes, and 48 where an element
    /// takes 8 (bcl-facts section 1).</summary>
    public static IEnumerable<T> Generator(int count)
    {
        for (int i = 0; i < count; i++)
            yield return E.At(i);
    }

    public static long Sum(ReadOnlySpan<T> elements)
    {
        long sum = 0;
        foreach (T element in elements)
            sum += E.Value(element);
        return sum;
    }
}
