// SPDX-License-Identifier: MIT
// How does MemoryStream answer a trace? Buffers are made before an operation is measured.
using System;
using System.Collections.Generic;
using System.IO;

namespace Heapproof.Guest;

internal sealed class StreamTrace : ITrace
{
    private delegate Func<MemoryStream, MemoryStream> Prepare(int argument);

    private static readonly Dictionary<string, Prepare> Operations = new()
    {
        ["new"] = _ => _ => new MemoryStream(),
        ["newcap"] = capacity => _ => new MemoryStream(capacity),
        ["newbuf"] = length => With(length, static (_, buffer) => new MemoryStream(buffer)),
        ["write"] = length => With(length, static (s, buffer) => { s.Write(buffer); return s; }),
        ["writebyte"] = count => s => WriteByteByByte(s, count),
        ["read"] = length => With(length, static (s, buffer) => { _ = s.Read(buffer); return s; }),
        ["pos"] = position => s => { s.Position = position; return s; },
        ["setlen"] = length => s => { s.SetLength(length); return s; },
        ["cap"] = capacity => s => { s.Capacity = capacity; return s; },
        ["toarray"] = _ => s => { GC.KeepAlive(s.ToArray()); return s; },
    };

    private MemoryStream stream = new();

    public void Execute(ReadOnlySpan<byte> operation, ref Answer answer)
    {
        Words words = new(operation);
        string verb = words.NextText();
        if (!Operations.TryGetValue(verb, out Prepare? prepare))
            throw new FormatException(
                $"a stream trace has no operation {verb}, only {string.Join(' ', Operations.Keys)}");
        Func<MemoryStream, MemoryStream> run = prepare(words.NextNumber(0));
        words.ExpectEnd();
        try
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            MemoryStream result = run(stream);
            long after = GC.GetAllocatedBytesForCurrentThread();
            stream = result;
            answer.Number("bytes", after - before);
        }
        catch (Exception e) when (e is ArgumentException or NotSupportedException or IOException
                                    or OutOfMemoryException)
        {
            answer.Throws(e.GetType().Name);
        }
        answer.Number("length", stream.Length);
        answer.Number("position", stream.Position);
        answer.Number("capacity", stream.Capacity);
    }

    public void End() => stream = new MemoryStream();

    private static Func<MemoryStream, MemoryStream> With(
        int length, Func<MemoryStream, byte[], MemoryStream> run)
    {
        byte[] buffer = new byte[Math.Max(length, 0)];
        return stream => run(stream, buffer);
    }

    private static MemoryStream WriteByteByByte(MemoryStream stream, int count)
    {
        for (int i = 0; i < count; i++)
            stream.WriteByte(0);
        return stream;
    }
}
