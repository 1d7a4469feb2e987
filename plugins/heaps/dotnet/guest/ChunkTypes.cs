// SPDX-License-Identifier: MIT
// Which types does the library answer Chunk, Skip and Take with? The full name of an iterator's type ends in a
// number that the compiler made, which the traces leave out.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Heapproof.Guest;

internal static class ChunkTypes
{
    private delegate void Answerer(int count, int size, ref Answer answer);

    private static readonly Dictionary<string, Answerer> Answerers = new()
    {
        ["u8"] = AnswerFor<byte, ByteElement>,
        ["i16"] = AnswerFor<short, Int16Element>,
        ["i32"] = AnswerFor<int, Int32Element>,
        ["i64"] = AnswerFor<long, Int64Element>,
        ["ref"] = AnswerFor<object, ReferenceElement>,
    };

    public static void Answer(string element, int count, int size, ref Answer answer)
    {
        if (!Answerers.TryGetValue(element, out Answerer? run))
            throw new FormatException($"element {element} is none of {string.Join(' ', Answerers.Keys)}");
        run(count, size, ref answer);
    }

    private static void AnswerFor<T, E>(int count, int size, ref Answer answer)
        where E : struct, IElement<T>
    {
        List<T> list = Counted<T, E>.List(count);
        answer.Text("array", Name(Counted<T, E>.Array(count).Chunk(size)));
        answer.Text("list", Name(list.Chunk(size)));
        answer.Text("yield", Name(Counted<T, E>.Generator(count).Chunk(size)));
        answer.Text("skiptake", Name(list.Skip(0).Take(size)));
        answer.Text("empty", Name(Array.Empty<T>().Chunk(size)));
    }

    /// <summary>How many types of iterators an array, a list and a generator of one element are cut
    /// by.</summary>
    public static int KindsOfIterators() =>
        new object[]
        {
            Counted<int, Int32Element>.Array(1).Chunk(1),
            Counted<int, Int32Element>.List(1).Chunk(1),
            Counted<int, Int32Element>.Generator(1).Chunk(1),
        }.Select(result => result.GetType()).Distinct().Count();

    /// <summary>"&lt;ChunkIterator&gt;d__70`1" is ChunkIterator, "ListPartition`1" is ListPartition.</summary>
    public static string Name(object result)
    {
        string name = result.GetType().Name;
        int open = name.IndexOf('<'), close = name.IndexOf('>');
        if (open == 0 && close > 0)
            return name[1..close];
        int arity = name.IndexOf('`');
        return arity < 0 ? name : name[..arity];
    }
}
