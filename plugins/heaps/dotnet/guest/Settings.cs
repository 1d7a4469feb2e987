// SPDX-License-Identifier: MIT
// What did a trace set before its first operation?
using System.Collections.Generic;
using System.Globalization;

namespace Heapproof.Guest;

/// <summary>The `set` keys of a trace. Those that configure the runtime were applied before it started; they
/// are here too.</summary>
public sealed class Settings
{
    private readonly Dictionary<string, string> values;

    public Settings(string lines, int processors)
    {
        values = Lines.Read(lines);
        Processors = processors;
    }

    public int Processors { get; }

    public string? Text(string key) => values.TryGetValue(key, out string? value) ? value : null;

    public long? Number(string key) =>
        Text(key) is { } text ? long.Parse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture)
                              : null;
}
