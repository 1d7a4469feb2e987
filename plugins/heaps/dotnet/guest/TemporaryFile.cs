// SPDX-License-Identifier: MIT
using System.IO;

namespace Heapproof.Guest;

/// <summary>Files of zeroes that are gone when they are closed.</summary>
internal static class TemporaryFile
{
    private const int NoBuffer = 0;
    private const int DefaultBuffer = 4096; // of FileStream's shorter constructors

    public static FileStream Open(int length, int buffer = DefaultBuffer, FileOptions options = FileOptions.None)
    {
        string path = Path.Combine(Path.GetTempPath(), $"heapproof-{Path.GetRandomFileName()}");
        using (FileStream made = new(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, NoBuffer))
            made.SetLength(length);
        return new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, buffer,
                              options | FileOptions.DeleteOnClose);
    }
}
