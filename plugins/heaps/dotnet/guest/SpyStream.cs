// SPDX-License-Identifier: MIT
using System;
using System.IO;
using System.Linq;

namespace Heapproof.Guest;

/// <summary>A source that notes which sizes it is asked for, and may break. Noting allocates nothing, as
/// passes over it are measured.</summary>
internal sealed class SpyStream(int length, bool canSeek, bool breaks = false) : Stream
{
    private const int MostSizes = 64;

    private readonly (int Size, int Count)[] reads = new (int, int)[MostSizes];
    private int sizes;
    private int position;

    /// <summary>The sizes asked for since the last rewind, SIZExCOUNT each, in order of first use.</summary>
    public string Reads() => string.Join(',', reads.Take(sizes).Select(read => $"{read.Size}x{read.Count}"));

    /// <summary>A new response.</summary>
    public void Rewind() => (position, sizes) = (0, 0);

    public override int Read(Span<byte> buffer)
    {
        int end = breaks ? length / 2 : length;
        Note(buffer.Length);
        if (breaks && position >= end)
            throw new IOException($"the source broke after {position} of {length} bytes");
        int count = Math.Min(buffer.Length, end - position);
        Content.Fill(buffer[..count], position);
        position += count;
        return count;
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    private void Note(int size)
    {
        int at = 0;
        while (at < sizes && reads[at].Size != size)
            at++;
        if (at == MostSizes)
            return;
        if (at == sizes)
            reads[sizes++] = (size, 0);
        reads[at].Count++;
    }

    public override bool CanRead => true;
    public override bool CanSeek => canSeek;
    public override bool CanWrite => false;
    public override long Length => canSeek ? length : throw new NotSupportedException();

    public override long Position
    {
        get => canSeek ? position : throw new NotSupportedException();
        set => position = canSeek ? (int)value : throw new NotSupportedException();
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => Position = offset;
    public override void SetLength(long value) => throw new NotSupportedException();
    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}
