// SPDX-License-Identifier: MIT
using System;

namespace Heapproof.Guest;

/// <summary>What is read of a text.</summary>
internal enum TextConsume
{
    First,
    Sum,
    None,
}

/// <summary>Parameters of the workload builder, by the names of its own table.</summary>
internal sealed record BuilderOptions(int Chars, int Part)
{
    public required int Capacity { get; init; }
    public required bool ToText { get; init; } // a pass ends in ToString()
    public required TextConsume Consume { get; init; }
    public required string Overload { get; init; }
    public required bool OneChunk { get; init; } // the text that is changed lies in a single one
    public required int Inserts { get; init; }
    public required int Builders { get; init; }
    public required int Docs { get; init; }
    public required long DocsPerSecond { get; init; }
    public required int Value { get; init; }

    public static BuilderOptions Of(Parameters p)
    {
        BuilderOptions options = new((int)p.Number("chars"), (int)p.Number("part"))
        {
            Capacity = (int)p.Number("capacity"),
            ToText = p.Flag("tostring"),
            Consume = Enum.Parse<TextConsume>(p.Word("consume"), ignoreCase: true),
            Overload = p.Word("overload"),
            OneChunk = p.Word("chunks") == "1",
            Inserts = (int)p.Number("inserts"),
            Builders = (int)p.Number("builders"),
            Docs = (int)p.Number("docs"),
            DocsPerSecond = p.Number("docs_per_second"),
            Value = (int)p.Number("value"),
        };
        ArgumentOutOfRangeException.ThrowIfNegative(options.Chars);
        ArgumentOutOfRangeException.ThrowIfLessThan(options.Part, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(options.Builders, 1);
        return options;
    }
}
