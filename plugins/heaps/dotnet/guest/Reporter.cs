// SPDX-License-Identifier: MIT
// How does a body tell the host what it measured itself?
using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Heapproof.Guest;

/// <summary>struct hp_block of heapproof/abi.h.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct HostBlock
{
    public byte* Group;
    public uint Index;
    public ulong Elements, Bytes;
    public int Generation;
    public uint Kept;
    public byte* What;
}

/// <summary>struct hp_host of heapproof/abi.h.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct Host
{
    public uint Size;
    public void* Context;
    public delegate* unmanaged<void*, byte*, double, void> Metric;
    public delegate* unmanaged<void*, byte*, byte*, void> MetricText;
    public delegate* unmanaged<void*, HostBlock*, void> Block;
    public delegate* unmanaged<void*, byte*, void> Note;
}

/// <summary>[untimed] Names of metrics are those of `heapproof list metrics`; an unknown one is an error of
/// the case.</summary>
public sealed unsafe class Reporter
{
    private readonly Host* host;

    internal Reporter(Host* host) => this.host = host;

    public void Metric(string metric, double value)
    {
        fixed (byte* name = Utf8(metric))
            host->Metric(host->Context, name, value);
    }

    public void Text(string metric, string value)
    {
        fixed (byte* name = Utf8(metric), text = Utf8(value))
            host->MetricText(host->Context, name, text);
    }

    /// <summary>One block of memory that the method asked for, in the order of asking. `generation` at birth,
    /// -1 unknown; `kept`: still in use when the series ends.</summary>
    public void Block(string group, int index, long elements, long bytes, int generation, bool kept,
                      string what)
    {
        fixed (byte* groupText = Utf8(group), whatText = Utf8(what))
        {
            HostBlock block = new() {
                Group = groupText,
                Index = (uint)index,
                Elements = (ulong)elements,
                Bytes = (ulong)bytes,
                Generation = generation,
                Kept = kept ? 1u : 0u,
                What = whatText,
            };
            host->Block(host->Context, &block);
        }
    }

    /// <summary>A sentence that is shown with the case and not judged.</summary>
    public void Note(string sentence)
    {
        fixed (byte* text = Utf8(sentence))
            host->Note(host->Context, text);
    }

    private static byte[] Utf8(string text)
    {
        var bytes = new byte[Encoding.UTF8.GetByteCount(text) + 1];
        Encoding.UTF8.GetBytes(text, bytes);
        return bytes;
    }
}
