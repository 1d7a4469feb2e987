// SPDX-License-Identifier: MIT
// How can a method of the workload wild end inside the runtime?
using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Heapproof.Guest;

public static class Bodies
{
    public static IBody? Open(string workload, string name, bool probe, Parameters parameters)
    {
        if (workload != "wild")
            return null;
        if (probe)
            return name == "say" ? new SayingProbe() : null;
        return Wild.Find(name) is { } once ? new Wild(once, parameters) : null;
    }
}

internal sealed class Wild : IBody
{
    private readonly Action<Wild> once;
    private readonly int size, count;
    private long sum;
    private object? kept;

    public Wild(Action<Wild> once, Parameters parameters)
    {
        this.once = once;
        size = (int)parameters.Number("size");
        count = (int)parameters.Number("count");
        if (parameters.Flag("refused"))
            throw new NotSupportedException("refused = true");
    }

    public static Action<Wild>? Find(string name) => name switch {
        "none" => wild => wild.sum++,
        "arrays" => wild => wild.Arrays(),
        "fail" => _ => throw new InvalidOperationException("index 7 is outside 0..6"),
        "crash" => _ => Marshal.WriteInt32(0x10000000, 1),
        "abort" => _ => Environment.FailFast("wild: about to abort"),
        "overflow" => wild => wild.Overflow(),
        "full" => wild => wild.Full(),
        "leak" => wild => wild.Leak(),
        "loop" => wild => wild.Loop(),
        "exit" => _ => Environment.Exit(3),
        _ => null,
    };

    public void Step(long operations)
    {
        for (long i = 0; i < operations; i++)
            once(this);
    }

    public void Report(Reporter report) => report.Metric("chunk_count", count);

    private void Arrays()
    {
        for (int i = 0; i < count; i++)
            kept = new int[size];
    }

    /// <summary>One array that no limit has room for.</summary>
    private void Full() => kept = new byte[Array.MaxLength];

    /// <summary>Small arrays that all stay.</summary>
    private void Leak()
    {
        for (var all = new List<byte[]>();; all.Add(new byte[50_000]))
            kept = all;
    }

    private void Loop()
    {
        while (count >= 0)
            sum++;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private long Overflow() => count >= 0 ? Overflow() + sum++ : 0;
}

internal sealed class SayingProbe : IBody
{
    private long steps;

    public void Step(long operations) => steps += operations;

    public void Report(Reporter report)
    {
        report.Metric("arrays_count", steps);
        report.Metric("object_bytes", 40);
        report.Text("iterator_type", "café");
        report.Block("first", 0, 4, 40, 0, false, "array");
        report.Block("first", 1, 20_000, 80_024, -1, true, "array");
        report.Note("two arrays were enough");
    }
}
