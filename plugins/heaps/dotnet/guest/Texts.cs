// SPDX-License-Identifier: MIT
using System;

namespace Heapproof.Guest;

/// <summary>The texts that traces and bodies put into builders.</summary>
internal static class Texts
{
    private const int Letters = 26;

    /// <summary>The first letters of a..z, again and again, from 'a' on.</summary>
    public static string Alphabet(int length) =>
        string.Create(Math.Max(length, 0), 0, static (text, _) => Fill(text));

    public static void Fill(Span<char> text)
    {
        for (int i = 0; i < text.Length; i++)
            text[i] = (char)('a' + i % Letters);
    }
}
