// SPDX-License-Identifier: MIT
// What can a trace allocate? One table for heap traces and for the threshold.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Text;

namespace Heapproof.Guest;

/// <summary>A kind of object: how one of <c>length</c> elements (or bytes, for obj) is made.</summary>
internal sealed class Kind(string name, Func<int, object> make)
{
    private readonly byte[] utf8Name = Encoding.UTF8.GetBytes(name);

    public Func<int, object> Make { get; } = make;

    private static readonly Kind[] Table =
    [
        new("u8", n => new byte[n]),
        new("i16", n => new short[n]),
        new("i32", n => new int[n]),
        new("i64", n => new long[n]),
        new("f64", n => new double[n]),
        new("char", n => new char[n]),
        new("ref", n => new object?[n]),
        new("str", n => new string('x', n)),
        new("obj", Sized),
        new("fin", Finalizable.Sized),
        new("uninit8", n => GC.AllocateUninitializedArray<byte>(n)),
        new("uninit32", n => GC.AllocateUninitializedArray<int>(n)),
        new("struct16", n => new Pair[n]),
    ];

    public static IEnumerable<string> Names => Table.Select(kind => Encoding.UTF8.GetString(kind.utf8Name));

    /// <summary>Allocates nothing, unless the kind is unknown.</summary>
    public static Kind Find(ReadOnlySpan<byte> name)
    {
        foreach (Kind kind in Table)
            if (name.SequenceEqual(kind.utf8Name))
                return kind;
        throw new FormatException($"kind \"{Encoding.UTF8.GetString(name)}\" is not known");
    }

    public static Kind Named(string name) => Find(Encoding.UTF8.GetBytes(name));

    private static object Sized(int bytes) => bytes switch
    {
        24 => new Object24(),
        32 => new Object32(),
        40 => new Object40(),
        64 => new Object64(),
        _ => throw new FormatException($"obj has 24, 32, 40 or 64 bytes, not {bytes}"),
    };

#pragma warning disable CS0169, CS0649 // Fields that only take room.
    private struct Pair
    {
        private long _a, _b;
    }

    // Header 8, method table 8, then the fields (dotnet-facts section 1).
    private class Object24
    {
        private long _a;
    }

    private sealed class Object32 : Object24
    {
        private long _b;
    }

    private class Object40 : Object24
    {
        private long _b, _c;
    }

    private sealed class Object64 : Object40
    {
        private long _d, _e, _f;
    }
#pragma warning restore CS0169, CS0649
}
