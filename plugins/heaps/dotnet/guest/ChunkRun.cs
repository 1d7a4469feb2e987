// SPDX-License-Identifier: MIT
// What is one run of the workload chunk: a source, a way of cutting it, and what a pass found. Bodies, probes
// and traces run passes of it. Which ways there are: ChunkWays.cs.
using System;
using System.Collections.Generic;
using System.Linq;

namespace Heapproof.Guest;

internal enum ChunkConsume
{
    Sum,
    First,
    None,
}

/// <summary>What is enumerated.</summary>
internal enum ChunkSource
{
    Array,
    List,
    Generator,
}

internal sealed record ChunkOptions(int Count, int Size)
{
    public bool Held { get; init; }
    public ChunkConsume Consume { get; init; } = ChunkConsume.Sum;

    /// <summary>Chunks after which a pass stops; 0: at the end of the source.</summary>
    public int Take { get; init; }

    /// <summary>For the ways that take any source.</summary>
    public ChunkSource Source { get; init; } = ChunkSource.Generator;
}

/// <summary>A run without its element type.</summary>
internal abstract class ChunkRun
{
    /// <summary>Chunks of the last pass, or elements where the source alone is enumerated.</summary>
    public long Chunks { get; protected set; }

    /// <summary>Elements of the first chunk of the last pass.</summary>
    public long FirstLength { get; protected set; }

    /// <summary>Of what the last pass consumed: reading it is part of the work.</summary>
    public long Sum { get; protected set; }

    /// <summary>Whether the chunks of the last held pass stay alive when it is over.</summary>
    public bool Keep { get; set; }

    public abstract void Pass();

    private delegate ChunkRun Opener(string way, ChunkOptions options);

    // By the words of parameter `element`, and by the names that traces have for them.
    private static readonly Dictionary<string, Opener> Openers = new()
    {
        ["byte"] = (way, o) => new ChunkRun<byte, ByteElement>(way, o),
        ["u8"] = (way, o) => new ChunkRun<byte, ByteElement>(way, o),
        ["int16"] = (way, o) => new ChunkRun<short, Int16Element>(way, o),
        ["i16"] = (way, o) => new ChunkRun<short, Int16Element>(way, o),
        ["int32"] = (way, o) => new ChunkRun<int, Int32Element>(way, o),
        ["i32"] = (way, o) => new ChunkRun<int, Int32Element>(way, o),
        ["int64"] = (way, o) => new ChunkRun<long, Int64Element>(way, o),
        ["i64"] = (way, o) => new ChunkRun<long, Int64Element>(way, o),
        ["reference"] = (way, o) => new ChunkRun<object, ReferenceElement>(way, o),
        ["ref"] = (way, o) => new ChunkRun<object, ReferenceElement>(way, o),
    };

    public static bool Has(string way) => ChunkRun<byte, ByteElement>.HasWay(way);

    /// <summary>Makes the source.</summary>
    public static ChunkRun Open(string element, string way, ChunkOptions options)
    {
        if (!Openers.TryGetValue(element, out Opener? open))
            throw new FormatException($"element {element} is none of {string.Join(' ', Openers.Keys)}");
        if (!Has(way))
            throw new FormatException($"no way of cutting is called {way}");
        ArgumentOutOfRangeException.ThrowIfNegative(options.Count);
        return open(way, options);
    }
}

internal sealed partial class ChunkRun<T, E> : ChunkRun
    where E : struct, IElement<T>
{
    private readonly ChunkOptions options;
    private readonly Way way;
    private readonly T[] array;
    private readonly List<T> list;
    private readonly ChunkSource source;
    private List<T[]>? held; // of the last pass, while it is to be kept

    public ChunkRun(string name, ChunkOptions options)
    {
        this.options = options;
        way = Ways[name];
        source = way.Source ?? options.Source;
        array = source == ChunkSource.Array ? Counted<T, E>.Array(options.Count) : [];
        list = source == ChunkSource.List ? Counted<T, E>.List(options.Count) : [];
    }

    public override void Pass()
    {
        Chunks = FirstLength = Sum = 0;
        way.Pass(this);
    }

    /// <summary>The source, seen as a sequence; a generator is made anew for each pass.</summary>
    public IEnumerable<T> Sequence() => source switch
    {
        ChunkSource.Array => array,
        ChunkSource.List => list,
        _ => Counted<T, E>.Generator(options.Count),
    };

    private void Consume(ReadOnlySpan<T> chunk)
    {
        if (Chunks++ == 0)
            FirstLength = chunk.Length;
        if (options.Consume == ChunkConsume.Sum)
            Sum += Counted<T, E>.Sum(chunk);
        else if (options.Consume == ChunkConsume.First && chunk.Length > 0)
            Sum += E.Value(chunk[0]);
    }

    // A chunk that is itself a sequence: reading it is enumerating it.
    private void Consume(IEnumerable<T> chunk)
    {
        Chunks++;
        if (options.Consume == ChunkConsume.None)
            return;
        foreach (T element in chunk)
        {
            Sum += E.Value(element);
            if (options.Consume == ChunkConsume.First)
                break;
        }
    }
}
