// SPDX-License-Identifier: MIT
// What does CopyTo allocate? "source=KIND length=N buffer=B": three passes over one source, rewound
// between them, to a stream that keeps nothing.
using System;
using System.IO;
using System.Text;

namespace Heapproof.Guest;

/// <summary>A line on a thread of its own. What the shared pool keeps of copies lies in slots of their thread - each
/// gives back what it rented before it rents again, so nothing is displaced into what threads share - and a new thread
/// finds the pool as a new process does.</summary>
internal sealed class CopyTrace : ITrace
{
    private const int Passes = 3;
    private const int NoSize = -1;

    private static readonly string[] Keys = ["pass0", "pass1", "pass2"];

    private readonly Worker worker = new();

    /// <summary>Copies through a rent of 16 bytes, as the recorder did: the thread's table exists.</summary>
    public CopyTrace() => worker.Run(WarmUp);

    private static void WarmUp()
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
        long[] bytes = new long[Passes];
        worker.Run(() => Copy(source, buffer, bytes));
        for (int pass = 0; pass < Passes; pass++)
            answer.Number(Keys[pass], bytes[pass]);
        if (source.Stream is SpyStream spy)
            answer.Text("reads", spy.Reads());
    }

    public void End() => worker.Dispose();

    private static void Copy(CopySource source, int buffer, long[] bytes)
    {
        for (int pass = 0; pass < Passes; pass++)
        {
            source.Begin();
            bytes[pass] = Measure(source.Stream, buffer);
        }
    }

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
