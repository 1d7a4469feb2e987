// SPDX-License-Identifier: MIT
// How does the collector answer a heap trace? Executing an operation allocates nothing but what the operation
// says. What the operations do: HeapVerbs.cs.
using System;
using System.Collections.Generic;
using System.Text;

namespace Heapproof.Guest;

internal sealed partial class HeapTrace : ITrace
{
    private const int MostThreads = 8;
    private const int LineBytes = 128; // longer than any operation

    private readonly HeapReply reply = new();
    private readonly HeapThread[] threads; // beside the trace's own
    private readonly byte[] line = new byte[LineBytes];
    private int lineLength;
    private HeapThread? current; // null: the trace's own
    private Reading start;
    private bool started;

    /// <summary>Makes the threads that setting `threads` asks for beside the trace's own, and runs every
    /// operation once on each, so that compiling one later allocates nothing.</summary>
    public HeapTrace(Settings settings)
    {
        long count = settings.Number("threads") ?? 0;
        if (count is < 0 or > MostThreads)
            throw new FormatException($"threads={count}: 0 to {MostThreads} beside the trace's own");
        HeapStart.Flush();
        threads = new HeapThread[count];
        for (int i = 0; i < threads.Length; i++)
            threads[i] = new HeapThread(this);
        foreach (string warming in WarmUpLines(threads.Length))
            Perform(Encoding.UTF8.GetBytes(warming));
        WarmAnswer();
        Array.Clear(slots);
        handles.FreeAll();
        hasFirstLive = false;
    }

    // Joined, not interpolated: an interpolated string rents from ArrayPool<char>.Shared, and once that pool
    // was used, every gen2 collection makes the finalizer thread allocate 336 bytes (dotnet-facts 9.5).
    private static IEnumerable<string> WarmUpLines(int threads)
    {
        for (int thread = threads; thread >= 0; thread--)
        {
            yield return string.Concat("thread ", thread.ToString());
            foreach (string kind in Kind.Names)
                yield return string.Join(' ', "a", kind, "24", "0");
            string[] others =
            [
                "x 1 ref 24", "a ref 1 1", "w 1 0 0", "g 1", "strong 0 1", "weak 1 1", "track 2 1", "target 1",
                "get 1 2", "a u8 24 3", "pin 3 3", "free 3", "a fin 24 4", "suppress 4", "f 4", "c 0", "finalize",
                "r", "i",
            ];
            foreach (string other in others)
                yield return other;
        }
    }

    private unsafe void WarmAnswer()
    {
        const int room = 256;
        byte* bytes = stackalloc byte[room];
        Answer answer = new(bytes, room);
        reply.WriteTo(ref answer);
    }

    /// <summary>The first operation is preceded by the start: while the trace is being begun, frames of the
    /// caller keep objects alive that the first collection of the trace would free.</summary>
    public void Execute(ReadOnlySpan<byte> operation, ref Answer answer)
    {
        if (!started)
            Start();
        Perform(operation);
        reply.WriteTo(ref answer);
    }

    public void End()
    {
        Array.Clear(slots);
        handles.FreeAll();
        foreach (HeapThread thread in threads)
            thread.Dispose();
    }

    private void Start()
    {
        finalizedBefore = Finalizable.Finalized;
        start = HeapStart.Take();
        foreach (HeapThread thread in threads)
            thread.Start();
        started = true;
    }

    private void Perform(ReadOnlySpan<byte> operation)
    {
        reply.Clear();
        if (current == null)
        {
            Run(operation);
            return;
        }
        if (operation.Length > line.Length)
            throw new FormatException("no operation of a heap trace is that long");
        operation.CopyTo(line);
        lineLength = operation.Length;
        current.Perform();
    }

    /// <summary>A thread beside the trace's own, with an allocation context and a counter of its own.</summary>
    private sealed class HeapThread : IDisposable
    {
        private readonly Worker worker = new();
        private readonly Action perform;
        private readonly Action read;

        public HeapThread(HeapTrace trace)
        {
            perform = () => trace.Run(trace.line.AsSpan(0, trace.lineLength));
            read = () => Bytes = GC.GetAllocatedBytesForCurrentThread();
        }

        /// <summary>What the thread had allocated when the trace started.</summary>
        public long Bytes { get; private set; }

        public void Start() => worker.Run(read);

        public void Perform() => worker.Run(perform);

        public void Dispose() => worker.Dispose();
    }
}
