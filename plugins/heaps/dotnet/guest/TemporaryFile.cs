// SPDX-License-Identifier: MIT
using System;
using System.IO;

namespace Heapproof.Guest;

/// <summary>Files that are gone when they are closed.</summary>
internal static class TemporaryFile
{
    public const int NoBuffer = 0;
    public const int DefaultBuffer = 4096; // of FileStream's shorter constructors
    public const int LargeBuffer = 1 << 20;

    private const int BlockBytes = 1 << 16;

    /// <summary>A file to read, of so many bytes.</summary>
    public static FileStream Open(int length, int buffer = DefaultBuffer, FileOptions more = FileOptions.None)
    {
        string path = NewPath();
        using (FileStream made = new(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, NoBuffer))
            Write(made, length);
        return new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, buffer,
                              more | FileOptions.DeleteOnClose);
    }

    /// <summary>An empty file to write, without a buffer in front.</summary>
    public static FileStream Create() => new(NewPath(), FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None,
                                             NoBuffer, FileOptions.DeleteOnClose);

    private static string NewPath() => Path.Combine(Path.GetTempPath(), "heapproof-" + Path.GetRandomFileName());

    private static void Write(FileStream file, int length)
    {
        byte[] block = new byte[BlockBytes];
        for (int at = 0; at < length; at += BlockBytes)
        {
            Span<byte> part = block.AsSpan(0, Math.Min(BlockBytes, length - at));
            Content.Fill(part, at);
            file.Write(part);
        }
    }
}
