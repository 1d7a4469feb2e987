// SPDX-License-Identifier: MIT
// What does CopyTo allocate? "source=KIND length=N buffer=B": three passes over one source, rewound
// between them, to a stream that keeps nothing. The shared pool is one per process, so a line needs a
// process of its own.
using System;
using System.IO;
using System.Text;

namespace Heapproof.Guest;

internal sealed class CopyTrace : ITrace
{
    private const int Passes = 3;
    private const int NoSize = -1;

    /// <summary>Copies through a rent of 16 bytes, as the recorder did: the thread's table exists.</summary>
    public CopyTrace()
    {
        using CopySource source = CopySource.Open("spyseek", 1);
        source.Begin();
        source.Stream.CopyTo(Stream.Null);
    }

    public void Execute(ReadOnlySpan<byte> operation, ref Answer answer)
    {
        Words words = new(operation);
        string kind = Encoding.UTF8.GetString(words.NextValue("source"u8));
        int length = words.NextValueNumber("length"u8);
        int buffer = words.NextValueNumber("buffer"u8);
        words.ExpectEnd();
        using CopySource source = CopySource.Open(kind, length);
        for (int pass = 0; pass < Passes; pass++)
        {
            source.Begin();
            answer.Number(Keys[pass], Measure(source.Stream, buffer));
        }
        if (source.Stream is SpyStream spy)
            answer.Text("reads", spy.Reads());
    }

    public void End()
    {
    }

    private static readonly string[] Keys = ["pass0", "pass1", "pass2"];

    private static long Measure(Stream source, int buffer)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        if (buffer == NoSize)
            source.CopyTo(Stream.Null);
        else
            source.CopyTo(Stream.Null, buffer);
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
}
