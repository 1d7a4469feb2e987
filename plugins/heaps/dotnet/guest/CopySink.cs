// SPDX-License-Identifier: MIT
// Where is copied to? Nothing, a sum, memory, a file, a pipe or a socket that another thread drains; in front
// of it stands what counts the writes and breaks the connection once.
using System;
using System.Collections.Generic;
using System.IO;
using System.Threading;
using System.Threading.Tasks;

namespace Heapproof.Guest;

internal sealed class CopySink : Stream
{
    private static readonly Dictionary<string, Func<int, Stream>> Kinds = new()
    {
        ["null"] = _ => Null,
        ["sum"] = _ => new SumStream(),
        ["memory"] = length => new MemoryStream(length), // with all the room that it needs
        ["file"] = _ => TemporaryFile.Create(),
        ["pipe"] = _ => new DrainedStream(ConnectedPair.Pipe()),
        ["socket"] = _ => new DrainedStream(ConnectedPair.Sockets()),
    };

    private readonly Stream inner;
    private long breaksAt = long.MaxValue;

    public CopySink(string kind, int length) => inner = Kinds[kind](length);

    public int Writes { get; private set; }
    public int LargestWrite { get; private set; }

    /// <summary>Bytes of this attempt, and of all attempts of a pass.</summary>
    public long Accepted { get; private set; }
    public long Sent { get; private set; }

    public void Begin(long? breaks)
    {
        breaksAt = breaks ?? long.MaxValue;
        Sent = Writes = LargestWrite = 0;
        Restart();
    }

    /// <summary>All of it is sent again.</summary>
    public void Restart()
    {
        Accepted = 0;
        if (inner.CanSeek)
            inner.Position = 0;
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        Count(buffer.Length);
        inner.Write(buffer);
    }

    public override void Write(byte[] buffer, int offset, int count)
    {
        Count(count);
        inner.Write(buffer, offset, count);
    }

    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken token = default)
    {
        Write(buffer.Span);
        return ValueTask.CompletedTask;
    }

    private void Count(int bytes)
    {
        if (Sent + bytes > breaksAt)
        {
            breaksAt = long.MaxValue;
            throw new IOException($"the connection broke after {Sent} bytes");
        }
        Writes++;
        Accepted += bytes;
        Sent += bytes;
        LargestWrite = Math.Max(LargestWrite, bytes);
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing && inner != Null)
            inner.Dispose();
        base.Dispose(disposing);
    }

    public override bool CanRead => false;
    public override bool CanSeek => false;
    public override bool CanWrite => true;
    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Flush() => inner.Flush();
    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
    public override void SetLength(long value) => throw new NotSupportedException();

    /// <summary>Only written to; what it makes of the bytes is the work.</summary>
    private abstract class WriteOnly : Stream
    {
        public override bool CanRead => false;
        public override bool CanSeek => false;
        public override bool CanWrite => true;
        public override long Length => throw new NotSupportedException();
        public override long Position
        {
            get => throw new NotSupportedException();
            set => throw new NotSupportedException();
        }


        public override void Flush()
        {
        }

        public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();
        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
        public override void SetLength(long value) => throw new NotSupportedException();
        public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));
    }

    private sealed class SumStream : WriteOnly
    {
        private long sum;

        public override void Write(ReadOnlySpan<byte> buffer) =>
            Volatile.Write(ref sum, sum + Counted<byte, ByteElement>.Sum(buffer));
    }

    private sealed class DrainedStream : WriteOnly
    {
        private const int BlockBytes = 1 << 16;

        private readonly Worker drainer = new();
        private readonly ConnectedPair ends;

        public DrainedStream(ConnectedPair ends)
        {
            this.ends = ends;
            byte[] block = new byte[BlockBytes];
            drainer.Start(() =>
            {
                while (ends.Reader.Read(block) > 0)
                {
                    // All of it, until the writing end is closed.
                }
            });
        }

        public override void Write(ReadOnlySpan<byte> buffer) => ends.Writer.Write(buffer);

        protected override void Dispose(bool disposing)
        {
            if (disposing)
            {
                ends.Writer.Dispose();
                drainer.Wait();
                drainer.Dispose();
                ends.Reader.Dispose();
            }
            base.Dispose(disposing);
        }
    }
}
