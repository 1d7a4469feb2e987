// SPDX-License-Identifier: MIT
// How are two ends connected within a process? A pipe of the library, and a pair of Unix sockets, which the
// library cannot make by itself.
using System.IO;
using System.IO.Pipes;
using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace Heapproof.Guest;

/// <summary>One end writes, the other reads until the first is closed.</summary>
internal readonly record struct ConnectedPair(Stream Writer, Stream Reader)
{
    public static ConnectedPair Pipe()
    {
        AnonymousPipeServerStream writer = new(PipeDirection.Out);
        AnonymousPipeClientStream reader = new(PipeDirection.In, writer.ClientSafePipeHandle);
        return new ConnectedPair(writer, reader);
    }

    public static ConnectedPair Sockets()
    {
        const int unix = 1, stream = 1; // AF_UNIX, SOCK_STREAM of Linux
        int[] ends = new int[2];
        if (SocketPair(unix, stream, 0, ends) != 0)
            throw new IOException($"no socket pair: error {Marshal.GetLastPInvokeError()}");
        return new ConnectedPair(Connected(ends[0]), Connected(ends[1]));
    }

    private static NetworkStream Connected(int end) =>
        new(new Socket(new SafeSocketHandle(end, ownsHandle: true)), ownsSocket: true);

    [DllImport("libc", EntryPoint = "socketpair", SetLastError = true)]
    private static extern int SocketPair(int domain, int type, int protocol, int[] ends);
}
