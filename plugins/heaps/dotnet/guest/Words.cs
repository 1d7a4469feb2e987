// SPDX-License-Identifier: MIT
// How is the line of an operation taken apart? Word by word, over its bytes, so that reading an
// operation allocates nothing: heap traces count every byte of their thread.
using System;
using System.Buffers.Text;
using System.Text;

namespace Heapproof.Guest;

internal ref struct Words(ReadOnlySpan<byte> line)
{
    private ReadOnlySpan<byte> rest = line;

    /// <summary>The next word; empty at the end of the line.</summary>
    public ReadOnlySpan<byte> Next()
    {
        rest = rest.TrimStart((byte)' ');
        int end = rest.IndexOf((byte)' ');
        ReadOnlySpan<byte> word = end < 0 ? rest : rest[..end];
        rest = rest[word.Length..];
        return word;
    }

    public string NextText() => Encoding.UTF8.GetString(Next());

    public int NextNumber()
    {
        ReadOnlySpan<byte> word = Next();
        if (Utf8Parser.TryParse(word, out int value, out int used) && used == word.Length)
            return value;
        throw new FormatException($"\"{Encoding.UTF8.GetString(word)}\" is no whole number");
    }

    /// <summary>The next word as a number, or <paramref name="absent"/> at the end.</summary>
    public int NextNumber(int absent) => AtEnd ? absent : NextNumber();

    public readonly bool AtEnd => rest.IndexOfAnyExcept((byte)' ') < 0;

    /// <summary>The value of a word of the form KEY=VALUE.</summary>
    public ReadOnlySpan<byte> NextValue(ReadOnlySpan<byte> key)
    {
        ReadOnlySpan<byte> word = Next();
        if (word.Length > key.Length && word.StartsWith(key) && word[key.Length] == (byte)'=')
            return word[(key.Length + 1)..];
        throw new FormatException(
            $"\"{Encoding.UTF8.GetString(word)}\" stands where {Encoding.UTF8.GetString(key)}=VALUE belongs");
    }

    public int NextValueNumber(ReadOnlySpan<byte> key)
    {
        Words value = new(NextValue(key));
        return value.NextNumber();
    }

    public readonly void ExpectEnd()
    {
        if (!AtEnd)
            throw new FormatException($"\"{Encoding.UTF8.GetString(rest)}\" is too much");
    }
}
