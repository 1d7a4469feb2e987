// SPDX-License-Identifier: MIT
// How is a list of "key=value" lines read?
using System;
using System.Collections.Generic;

namespace Heapproof.Guest;

/// <summary>What C hands over as text: one "key=value" a line.</summary>
public static class Lines
{
    public static Dictionary<string, string> Read(string text)
    {
        var all = new Dictionary<string, string>();
        foreach (string line in text.Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            int at = line.IndexOf('=');
            if (at < 0)
                throw new FormatException($"\"{line}\" is no key=value");
            all[line[..at]] = line[(at + 1)..];
        }
        return all;
    }
}
