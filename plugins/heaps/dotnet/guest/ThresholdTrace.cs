// SPDX-License-Identifier: MIT
// From which length on is an array or a string a large object? "first KIND", found by allocating and
// asking for the generation: the setting that applies is the one that shows.
using System;
using System.Threading;

namespace Heapproof.Guest;

internal sealed class ThresholdTrace : ITrace
{
    public void Execute(ReadOnlySpan<byte> operation, ref Answer answer)
    {
        Words words = new(operation);
        if (!words.Next().SequenceEqual("first"u8))
            throw new FormatException("family threshold has the operation: first KIND");
        Kind kind = Kind.Find(words.Next());
        words.ExpectEnd();
        answer.Number("first", FirstLength(kind));
    }

    // A threshold that .NET 8 does not bear makes an allocation fail, and an exception that nobody catches end
    // the process with "Out of memory" (dotnet-facts 9.3). The host would catch it; on a thread of its own
    // nobody does.
    private static int FirstLength(Kind kind)
    {
        int length = 0;
        Thread search = new(() => length = Threshold.FirstLength(kind.Make));
        search.Start();
        search.Join();
        return length;
    }

    public void End()
    {
    }
}
