// SPDX-License-Identifier: MIT
// A pipe or a socket pair that another thread feeds; made anew for each pass, as its end is that of the
// response.
using System;
using System.IO;

namespace Heapproof.Guest;

internal sealed class FedSource : CopySource
{
    private const int Period = 251, BlockBytes = 64 * Period;

    private readonly Worker feeder = new();
    private readonly Action feed;
    private readonly byte[] block = new byte[BlockBytes];
    private readonly int length;
    private readonly bool isSocket;
    private ConnectedPair ends;

    public FedSource(int length, bool isSocket)
    {
        this.length = length;
        this.isSocket = isSocket;
        Content.Fill(block, 0);
        feed = Feed;
    }

    public override Stream Stream => ends.Reader;
    public override bool IsRaw => true;

    public override void Begin()
    {
        ends = isSocket ? ConnectedPair.Sockets() : ConnectedPair.Pipe();
        feeder.Start(feed);
    }

    public override void End()
    {
        ends.Reader.Dispose();
        feeder.Wait();
    }

    public override void Dispose() => feeder.Dispose();

    // Everything, or until the reader has gone. Blocks are whole periods of the content.
    private void Feed()
    {
        using Stream writer = ends.Writer;
        try
        {
            for (int at = 0; at < length; at += BlockBytes)
                writer.Write(block.AsSpan(0, Math.Min(BlockBytes, length - at)));
        }
        catch (IOException)
        {
            // The reader broke off.
        }
    }
}
