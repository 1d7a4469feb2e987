// SPDX-License-Identifier: MIT
// Which streams are copied? One table for traces and bodies: a source of each kind, rewindable.
using System;
using System.Collections.Generic;
using System.IO;

namespace Heapproof.Guest;

/// <summary>A stream and how a pass over it begins again.</summary>
internal sealed class CopySource(Stream stream, Action rewind) : IDisposable
{
    public Stream Stream { get; } = stream;

    public void Rewind() => rewind();

    public void Dispose() => Stream.Dispose();

    private const int NoBuffer = 0;
    private const int LargeBuffer = 1 << 20;

    private static readonly Dictionary<string, Func<int, CopySource>> Table = new()
    {
        ["memory"] = length => Seekable(new MemoryStream(new byte[length])),
        ["submemory"] = length => Seekable(new DerivedMemoryStream(new byte[length])),
        ["spy"] = length => Spying(new SpyStream(length, canSeek: false)),
        ["spyseek"] = length => Spying(new SpyStream(length, canSeek: true)),
        ["file"] = length => Seekable(TemporaryFile.Open(length)),
        ["file0"] = length => Seekable(TemporaryFile.Open(length, NoBuffer)),
        ["file1m"] = length => Seekable(TemporaryFile.Open(length, LargeBuffer)),
        ["buffered"] = length => Seekable(new BufferedStream(TemporaryFile.Open(length))),
    };

    public static CopySource Open(string kind, int length) =>
        Table.TryGetValue(kind, out Func<int, CopySource>? open)
            ? open(length)
            : throw new FormatException(
                $"source {kind} is none of {string.Join(' ', Table.Keys)}");

    private static CopySource Seekable(Stream stream) => new(stream, () => stream.Position = 0);

    private static CopySource Spying(SpyStream stream) => new(stream, stream.Rewind);

    private sealed class DerivedMemoryStream(byte[] buffer) : MemoryStream(buffer);
}
