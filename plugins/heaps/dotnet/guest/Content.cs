// SPDX-License-Identifier: MIT
using System;

namespace Heapproof.Guest;

/// <summary>The bytes that every source of copies delivers.</summary>
internal static class Content
{
    private const int Period = 251; // no power of two, so that shifted blocks are seen

    /// <summary>Fills with what lies from a position on.</summary>
    public static void Fill(Span<byte> to, long at)
    {
        for (int i = 0; i < Math.Min(to.Length, Period); i++)
            to[i] = (byte)((at + i) % Period);
        // What is there is repeated: whole periods, twice as many each time.
        for (int done = Period; done < to.Length;)
        {
            int whole = done - done % Period;
            int more = Math.Min(to.Length - done, whole);
            to.Slice(done - whole, more).CopyTo(to[done..]);
            done += more;
        }
    }
}
