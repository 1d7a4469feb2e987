// SPDX-License-Identifier: MIT
// How does an executed operation answer without allocating?
using System;
using System.Buffers.Text;

namespace Heapproof.Guest;

/// <summary>Lines "key=value" and "throws NAME" in memory of the caller. What does not fit is noticed by
/// the caller, never cut.</summary>
public unsafe ref struct Answer
{
    private readonly Span<byte> room;

    public Answer(byte* bytes, int capacity)
    {
        room = new Span<byte>(bytes, capacity);
        Length = 0;
        Overflowed = false;
    }

    /// <summary>Bytes written so far.</summary>
    public int Length { get; private set; }

    public bool Overflowed { get; private set; }

    public void Number(string key, long value)
    {
        Put(key);
        Put("=");
        Put(value);
        Put("\n");
    }

    public void Text(string key, ReadOnlySpan<char> value)
    {
        Put(key);
        Put("=");
        Put(value);
        Put("\n");
    }

    /// <summary>A value that is written piece by piece: Begin, any number of Put, End.</summary>
    public void Begin(string key)
    {
        Put(key);
        Put("=");
    }

    public void End() => Put("\n");

    /// <summary>The exception's type without its suffix: "ArgumentOutOfRange".</summary>
    public void Throws(ReadOnlySpan<char> name)
    {
        Put("throws ");
        Put(name);
        Put("\n");
    }

    public void Put(long value)
    {
        if (Utf8Formatter.TryFormat(value, room[Length..], out int written))
            Length += written;
        else
            Overflowed = true;
    }

    public void Put(ReadOnlySpan<char> text)
    {
        if (System.Text.Unicode.Utf8.FromUtf16(text, room[Length..], out _, out int written) ==
            System.Buffers.OperationStatus.Done)
            Length += written;
        else
            Overflowed = true;
    }
}
