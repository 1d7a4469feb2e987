// SPDX-License-Identifier: MIT
// What did a copy ask for, how did a MemoryStream grow, what does a broken connection lose? Probes copy,
// growth and retry, all by watching a pass.
using System;
using System.Buffers;
using System.IO;

namespace Heapproof.Guest;

internal sealed class CopyProbe(CopyRun run)
{
    // ---- copy ----

    /// <summary>The first copy of a process, or one after it. Sizes of the heap are read after full
    /// collections, in which the pool may drop what it holds.</summary>
    public void Copy(Findings findings, bool isFirst)
    {
        if (isFirst)
            UsePoolElsewhere();
        else
            run.Pass();
        LargeHeap before = LargeHeap.Settle();
        Context.UseUp(); // the pass begins with a context of its own, so that all its bytes show in the total
        Reading start = Reading.Take();
        run.Pass();
        Reading copied = Reading.Take() - start;
        LargeHeap after = LargeHeap.Settle();
        findings.Number("allocated_bytes", copied.Bytes);
        findings.Number("allocated_approx_bytes", copied.Approximate);
        findings.Number("loh_growth_bytes", after.Size - before.Size);
        TellBuffer(findings);
    }

    // What the first use of the pool makes once in a process, on a thread that ends, so that the table of this one is
    // still to be made. On 8 a table of the runtime, 16,344 bytes, can be among it (bcl-facts section 3).
    private static void UsePoolElsewhere()
    {
        using Worker other = new();
        other.Run(static () => ArrayPool<byte>.Shared.Return(ArrayPool<byte>.Shared.Rent(1)));
    }

    private void TellBuffer(Findings findings)
    {
        run.Source.Begin();
        using AskedStream asked = new(run.Source.Stream);
        asked.CopyTo(Stream.Null);
        run.Source.End();
        findings.Number("buffer_bytes", asked.Buffer);
        // The array that the copy has rented lies in the pool, or none was rented.
        long before = GC.GetAllocatedBytesForCurrentThread();
        byte[] rented = ArrayPool<byte>.Shared.Rent(asked.Buffer);
        long made = GC.GetAllocatedBytesForCurrentThread() - before;
        if (made < rented.Length)
            findings.Number("bucket_length", rented.Length);
        ArrayPool<byte>.Shared.Return(rented);
    }

    // ---- growth ----

    public void Growth(Findings findings)
    {
        run.Pass();
        long before = GC.GetAllocatedBytesForCurrentThread();
        run.Pass();
        long made = GC.GetAllocatedBytesForCurrentThread() - before;
        using GrowthWatch watch = new(run.Options.InitialCapacity, findings);
        run.Source.Begin();
        run.Source.CopyTo(watch);
        run.Source.End();
        findings.Number("arrays_count", watch.Arrays);
        findings.Number("final_length", watch.LastLength);
        findings.Number("allocated_bytes", made);
        TellSteps(run.Options.InitialCapacity, findings);
    }

    /// <summary>What a stream begins with, and what the first byte makes of it that does not fit.</summary>
    public static void TellSteps(int initial, Findings findings)
    {
        using MemoryStream stream = new(initial);
        findings.Number("initial_length", stream.Capacity);
        stream.SetLength(initial);
        stream.Position = initial;
        stream.WriteByte(0);
        findings.Number("grown_length", stream.Capacity);
    }

    // ---- retry ----

    /// <summary>The connection, or the source itself, breaks midway. What .NET throws then is an
    /// answer.</summary>
    public void Retry(Findings findings)
    {
        try
        {
            run.Pass();
        }
        catch (Exception e) when (e is IOException or NotSupportedException)
        {
            findings.Note($"{e.GetType().Name}: {e.Message}");
        }
        findings.Number("lost_bytes", run.Options.Length - run.Sink.Accepted);
        findings.Number("sent_bytes", run.Sink.Sent);
    }

    /// <summary>A derived stream whose CopyTo tells the size that it is asked for.</summary>
    private sealed class AskedStream(Stream inner) : Stream
    {
        public int Buffer { get; private set; }

        public override void CopyTo(Stream destination, int bufferSize) => Buffer = bufferSize;

        public override bool CanRead => true;
        public override bool CanSeek => inner.CanSeek;
        public override bool CanWrite => false;
        public override long Length => inner.Length;
        public override long Position { get => inner.Position; set => inner.Position = value; }

        public override void Flush()
        {
        }

        public override int Read(byte[] buffer, int offset, int count) => inner.Read(buffer, offset, count);
        public override long Seek(long offset, SeekOrigin origin) => inner.Seek(offset, origin);
        public override void SetLength(long value) => inner.SetLength(value);
        public override void Write(byte[] buffer, int offset, int count) => inner.Write(buffer, offset, count);
    }

    /// <summary>A MemoryStream that tells of each array that stands behind it.</summary>
    private sealed class GrowthWatch : MemoryStream
    {
        private readonly Findings findings;

        public GrowthWatch(int capacity, Findings findings)
            : base(capacity)
        {
            this.findings = findings;
            if (capacity > 0)
                Tell();
        }

        public int Arrays { get; private set; }

        public int LastLength { get; private set; }

        public override void Write(byte[] buffer, int offset, int count)
        {
            base.Write(buffer, offset, count);
            if (Capacity != LastLength)
                Tell();
        }

        private void Tell()
        {
            byte[] array = GetBuffer();
            LastLength = array.Length;
            Block block = ArrayMeasure.Bytes.Block(LastLength, kept: false);
            findings.Block("growth", Arrays++, block with { Generation = GC.GetGeneration(array) });
        }
    }
}
