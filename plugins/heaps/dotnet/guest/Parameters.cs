// SPDX-License-Identifier: MIT
// Which values did the plan give a workload's parameters?
using System.Collections.Generic;
using System.Globalization;

namespace Heapproof.Guest;

/// <summary>Every parameter of the workload, by its name in the workload's own table.</summary>
public sealed class Parameters
{
    private readonly Dictionary<string, string> values;

    public Parameters(string lines, int processors, ulong seed)
    {
        values = Lines.Read(lines);
        Processors = processors;
        Seed = seed;
    }

    /// <summary>Of the machine that the case is about.</summary>
    public int Processors { get; }

    public ulong Seed { get; }

    /// <summary>A size in bytes, a count, or a time in nanoseconds.</summary>
    public long Number(string name) =>
        long.Parse(Word(name), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture);

    public bool Flag(string name) => Word(name) == "true";

    /// <summary>The word of a choice, or any value as text.</summary>
    public string Word(string name) =>
        values.TryGetValue(name, out string? value)
            ? value
            : throw new KeyNotFoundException($"the workload has no parameter {name}");
}
