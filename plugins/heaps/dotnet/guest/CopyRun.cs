// SPDX-License-Identifier: MIT
// What is one run of the workload streamcopy? A source, a sink and a way of handing bytes on; the names are
// those of the workload's methods.
using System;
using System.Buffers;
using System.Collections.Generic;
using System.IO;

namespace Heapproof.Guest;

/// <summary>Parameters of the workload streamcopy, by the names of its own table.</summary>
internal sealed record CopyOptions(int Length, string Kind)
{
    public required string To { get; init; }
    public required int Buffer { get; init; } // -1: none given
    public required int Part { get; init; }
    public required int InitialCapacity { get; init; }
    public required bool Breaks { get; init; } // the connection, once, midway

    public static CopyOptions Of(Parameters p)
    {
        CopyOptions options = new((int)p.Number("length"), p.Word("kind"))
        {
            To = p.Word("to"),
            Buffer = (int)p.Number("buffer"),
            Part = (int)p.Number("part"),
            InitialCapacity = (int)p.Number("initial_capacity"),
            Breaks = p.Flag("breaks"),
        };
        ArgumentOutOfRangeException.ThrowIfNegative(options.Length);
        ArgumentOutOfRangeException.ThrowIfLessThan(options.Part, 1);
        return options;
    }
}

internal sealed class CopyRun : IDisposable
{
    private const int NoSize = -1;
    private const int DefaultSize = 81_920; // of CopyTo (dotnet-facts section 5)

    private static readonly Dictionary<string, Action<CopyRun>> Ways = new()
    {
        ["copy"] = static run => run.Copy(),
        ["copy-overlapped"] = static run => run.CopyOverlapped(),
        ["stream"] = static run => run.Forward(),
        ["grow"] = static run => run.Grow(),
        ["single-unsigned"] = static run => run.ForwardOrRetry(),
        ["parts-new"] = static run => run.SendPartsNew(),
        ["parts-rented"] = static run => run.SendPartsRented(),
    };

    private readonly Action<CopyRun> way;
    private readonly Worker reader = new(); // of overlapped copies
    private readonly Action readAhead;
    private byte[] ahead = [];
    private int got;

    public CopyRun(string name, CopyOptions options)
    {
        way = Ways[name];
        Options = options;
        Source = CopySource.Open(options.Kind, options.Length);
        Sink = new CopySink(options.To, options.Length);
        readAhead = () => got = Source.Stream.Read(ahead);
    }

    public static bool Has(string name) => Ways.ContainsKey(name);

    public CopyOptions Options { get; }

    public CopySource Source { get; }

    public CopySink Sink { get; }

    public void Pass()
    {
        Sink.Begin(Options.Breaks ? Options.Length / 2 : null);
        Source.Begin();
        try
        {
            way(this);
        }
        finally
        {
            Source.End();
        }
    }

    public void Dispose()
    {
        reader.Dispose();
        Source.Dispose();
        Sink.Dispose();
    }

    // ---- CopyTo ----

    private void Copy()
    {
        if (Options.Buffer == NoSize)
            Source.CopyTo(Sink);
        else
            Source.CopyTo(Sink, Options.Buffer);
    }

    // Two rented arrays: another thread reads ahead into one while the other is written.
    private void CopyOverlapped()
    {
        if (!Source.IsRaw)
        {
            Copy();
            return;
        }
        int size = Options.Buffer == NoSize ? CopySize(Source.Stream) : Options.Buffer;
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(size);
        byte[] one = ArrayPool<byte>.Shared.Rent(size), other = ArrayPool<byte>.Shared.Rent(size);
        try
        {
            CopyOverlapped(one, other);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(other);
            ArrayPool<byte>.Shared.Return(one);
        }
    }

    private void CopyOverlapped(byte[] reading, byte[] writing)
    {
        ReadAhead(reading);
        while (true)
        {
            reader.Wait();
            int count = got;
            if (count == 0)
                return;
            (reading, writing) = (writing, reading);
            ReadAhead(reading);
            try
            {
                Sink.Write(writing, 0, count);
            }
            catch (IOException)
            {
                reader.Wait(); // nobody reads into an array that is given back
                throw;
            }
        }
    }

    private void ReadAhead(byte[] into)
    {
        ahead = into;
        reader.Start(readAhead);
    }

    // As CopyTo chooses it.
    private static int CopySize(Stream stream)
    {
        if (!stream.CanSeek)
            return DefaultSize;
        long left = stream.Length - stream.Position;
        return left <= 0 ? 1 : (int)Math.Min(DefaultSize, left);
    }

    // ---- downloads ----

    // The stream of the response goes on as it is.
    private void Forward() => Source.CopyTo(Sink);

    // All of it into a MemoryStream first.
    private void Grow()
    {
        MemoryStream whole = new(Options.InitialCapacity);
        Source.CopyTo(whole);
        whole.Position = 0;
        whole.CopyTo(Sink);
    }

    // ---- uploads ----

    // One request that forwards the source. When the connection breaks, all of it is sent again: from the
    // source, which must be able to go back.
    private void ForwardOrRetry()
    {
        try
        {
            Forward();
        }
        catch (IOException)
        {
            Source.Stream.Position = 0;
            Sink.Restart();
            Forward();
        }
    }

    private void SendPartsNew()
    {
        bool last = false;
        for (bool first = true; !last; first = false)
            last = SendPart(new byte[Options.Part], first);
    }

    private void SendPartsRented()
    {
        bool last = false;
        for (bool first = true; !last; first = false)
        {
            byte[] array = ArrayPool<byte>.Shared.Rent(Options.Part);
            try
            {
                last = SendPart(array, first);
            }
            finally
            {
                ArrayPool<byte>.Shared.Return(array);
            }
        }
    }

    // Fills the array and sends what came, again out of the array when the connection breaks. An empty source
    // is one empty part.
    private bool SendPart(byte[] array, bool first)
    {
        Stream from = Source.Stream;
        int count = from.ReadAtLeast(array.AsSpan(0, Options.Part), Options.Part, throwOnEndOfStream: false);
        bool last = count < Options.Part || (from.CanSeek && from.Position >= from.Length);
        if (count == 0 && !first)
            return last;
        try
        {
            Sink.Write(array, 0, count);
        }
        catch (IOException)
        {
            Sink.Write(array, 0, count);
        }
        return last;
    }
}
