// SPDX-License-Identifier: MIT
// Which overloads does Append have, and what does each do with a text? By the words of parameter `overload`;
// the text that comes out has its length, unless the row says otherwise.
using System;
using System.Collections.Generic;
using System.Text;

namespace Heapproof.Guest;

internal sealed partial class BuilderRun
{
    // Texts that are appended over and over until the length is reached.
    private const int Number = 1234567890, NumberChars = 10, WordChars = 4;

    private static readonly Dictionary<string, Action<BuilderRun, StringBuilder>> Overloads = new()
    {
        ["string"] = static (run, b) => b.Append(run.text),
        ["string-part"] = static (run, b) => b.Append(run.text, 0, run.text.Length),
        ["char-array"] = static (run, b) => b.Append(run.chars),
        ["char-array-part"] = static (run, b) => b.Append(run.chars, 0, run.chars.Length),
        ["span"] = static (run, b) => b.Append(run.text.AsSpan()),
        ["memory"] = static (run, b) => b.Append(run.text.AsMemory()),
        ["builder"] = static (run, b) => b.Append(run.other),
        ["builder-part"] = static (run, b) => b.Append(run.other, 0, run.text.Length),
        ["repeat"] = static (run, b) => b.Append('x', run.text.Length),
        ["object"] = static (run, b) => b.Append((object)run.text),
        ["interpolated"] = static (run, b) => b.Append($"{run.text}"),
        ["char"] = static (run, b) =>
        {
            foreach (char character in run.text)
                b.Append(character);
        },
        ["number"] = static (run, b) => // as many as fit the length
        {
            for (int at = 0; at + NumberChars <= run.text.Length; at += NumberChars)
                b.Append(Number);
        },
        ["bool"] = static (run, b) => // likewise
        {
            for (int at = 0; at + WordChars <= run.text.Length; at += WordChars)
                b.Append(true);
        },
        ["line"] = static (run, b) => b.AppendLine(run.text), // one character more
        ["join"] = static (run, b) => b.AppendJoin(',', run.parts), // a comma between parts
    };
}
