// SPDX-License-Identifier: MIT
// What is a builder on the stack? The library has one of its own, which is internal; this one grows by the same
// rule (dotnet-facts section 6): what does not fit goes into an array of ArrayPool<char>.Shared of twice the
// length, or of what is needed, and the array before goes back.
using System;
using System.Buffers;
using System.Globalization;

namespace Heapproof.Guest;

internal ref struct ValueText(Span<char> stack)
{
    private Span<char> room = stack;
    private char[]? rented;

    public int Length { get; private set; }

    public readonly bool IsRented => rented != null;

    public readonly ReadOnlySpan<char> Text => room[..Length];

    public void Append(scoped ReadOnlySpan<char> text)
    {
        if (text.Length > room.Length - Length)
            Grow(text.Length);
        text.CopyTo(room[Length..]);
        Length += text.Length;
    }

    public void Append(char character) => Append(new ReadOnlySpan<char>(in character));

    public void Append(int number)
    {
        int written;
        while (!number.TryFormat(room[Length..], out written, default, CultureInfo.InvariantCulture))
            Grow(1);
        Length += written;
    }

    /// <summary>Gives back what is rented.</summary>
    public void Dispose()
    {
        char[]? array = rented;
        this = default;
        if (array != null)
            ArrayPool<char>.Shared.Return(array);
    }

    private void Grow(int extra)
    {
        long wanted = Math.Max((long)Length + extra, 2L * room.Length);
        char[] larger = ArrayPool<char>.Shared.Rent((int)Math.Min(wanted, Array.MaxLength));
        Text.CopyTo(larger);
        char[]? before = rented;
        room = rented = larger;
        if (before != null)
            ArrayPool<char>.Shared.Return(before);
    }
}
