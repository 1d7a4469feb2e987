// SPDX-License-Identifier: MIT
// What is copied? One table of sources for traces and bodies: files behind their buffers, memory streams,
// streams made to tell what they are asked for, and pipes and sockets that another thread feeds.
using System;
using System.Collections.Generic;
using System.IO;

namespace Heapproof.Guest;

/// <summary>A source of so many bytes, which a pass begins and ends.</summary>
internal abstract class CopySource : IDisposable
{
    private static readonly Dictionary<string, Func<int, CopySource>> Kinds = new()
    {
        ["file"] = length => new Kept(TemporaryFile.Open(length), isRaw: true),
        ["file-unbuffered"] =
            length => new Kept(TemporaryFile.Open(length, TemporaryFile.NoBuffer), isRaw: true),
        ["file-large-buffer"] =
            length => new Kept(TemporaryFile.Open(length, TemporaryFile.LargeBuffer), isRaw: true),
        ["buffered"] = length => new Kept(new BufferedStream(TemporaryFile.Open(length)), isRaw: true),
        ["file-async"] = length => new AwaitedFile(length),
        ["memory"] = length => new Kept(new MemoryStream(ContentOf(length)), isRaw: false),
        ["memory-subclass"] = length => new Kept(new DerivedMemoryStream(ContentOf(length)), isRaw: false),
        ["pipe"] = length => new FedSource(length, isSocket: false),
        ["socket"] = length => new FedSource(length, isSocket: true),
        ["forward-only"] = length => new Spied(new SpyStream(length, canSeek: false)),
        ["seekable"] = length => new Spied(new SpyStream(length, canSeek: true)),
        ["failing"] = length => new Spied(new SpyStream(length, canSeek: false, breaks: true)),
    };

    // What traces call them.
    private static readonly Dictionary<string, string> TraceNames = new()
    {
        ["file0"] = "file-unbuffered",
        ["file1m"] = "file-large-buffer",
        ["submemory"] = "memory-subclass",
        ["spy"] = "forward-only",
        ["spyseek"] = "seekable",
    };

    public static CopySource Open(string kind, int length) =>
        Kinds.TryGetValue(TraceNames.GetValueOrDefault(kind, kind), out Func<int, CopySource>? open)
            ? open(length)
            : throw new FormatException($"source {kind} is none of {string.Join(' ', Kinds.Keys)}");

    /// <summary>Valid between Begin and End.</summary>
    public abstract Stream Stream { get; }

    /// <summary>Whether another thread may read the stream while this one writes.</summary>
    public virtual bool IsRaw => false;

    /// <summary>The source from its beginning.</summary>
    public abstract void Begin();

    public virtual void End()
    {
    }

    public virtual void CopyTo(Stream to) => Stream.CopyTo(to);

    public virtual void CopyTo(Stream to, int buffer) => Stream.CopyTo(to, buffer);

    public virtual void Dispose() => Stream.Dispose();

    private static byte[] ContentOf(int length)
    {
        byte[] content = new byte[length];
        Content.Fill(content, 0);
        return content;
    }

    private sealed class DerivedMemoryStream(byte[] buffer) : MemoryStream(buffer);

    /// <summary>A stream that stays and is rewound.</summary>
    private sealed class Kept(Stream stream, bool isRaw) : CopySource
    {
        public override Stream Stream => stream;
        public override bool IsRaw => isRaw;

        public override void Begin() => stream.Position = 0;
    }

    private sealed class Spied(SpyStream stream) : CopySource
    {
        public override Stream Stream => stream;

        public override void Begin() => stream.Rewind();
    }

    /// <summary>A file opened for asynchronous reading: its copies are awaited.</summary>
    private sealed class AwaitedFile : CopySource
    {
        private readonly FileStream stream;

        /// <summary>With copies of one byte first, which start the threads that read and make their tables of the pool.</summary>
        public AwaitedFile(int length)
        {
            const int copies = 64;
            using FileStream small = Open(1);
            for (int i = 0; i < copies; i++)
            {
                small.Position = 0;
                small.CopyToAsync(Stream.Null, 1).GetAwaiter().GetResult();
            }
            stream = Open(length);
        }

        private static FileStream Open(int length) =>
            TemporaryFile.Open(length, TemporaryFile.DefaultBuffer, FileOptions.Asynchronous);

        public override Stream Stream => stream;
        public override bool IsRaw => true;

        public override void Begin() => stream.Position = 0;

        public override void CopyTo(Stream to) => stream.CopyToAsync(to).GetAwaiter().GetResult();

        public override void CopyTo(Stream to, int buffer) =>
            stream.CopyToAsync(to, buffer).GetAwaiter().GetResult();
    }
}
