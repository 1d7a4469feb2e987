// SPDX-License-Identifier: MIT
// What does the runtime say, and show, about itself? Settings that it does not list are found by what they do.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Runtime;
using System.Runtime.CompilerServices;
using System.Text;

namespace Heapproof.Guest;

internal static unsafe class Runtime
{
    private const long ArrayHeader = 24, ThresholdDefault = 85_000;

    /// <summary>Highest threshold that leaves no array between a region and the large object heap. .NET 8 takes a
    /// higher one and does not survive such an array.</summary>
    private const long ThresholdMost = 4_194_216;

    /// <summary>Lines: version, processors, server, concurrent, tiered, memory, and config.KEY for every
    /// variable that the collector lists.</summary>
    public static string Describe()
    {
        var text = new StringBuilder();
        Line(text, "version", Environment.Version.ToString());
        Line(text, "processors", Environment.ProcessorCount);
        Line(text, "server", GCSettings.IsServerGC);
        Line(text, "concurrent", GCSettings.LatencyMode != GCLatencyMode.Batch);
        Line(text, "tiered", IsTiered()); // collects: what the collector knows is known from here on
        Line(text, "memory", GC.GetGCMemoryInfo().TotalAvailableMemoryBytes);
        foreach (KeyValuePair<string, object> variable in GC.GetConfigurationVariables())
            Line(text, "config." + variable.Key, variable.Value);
        return text.ToString();
    }

    private static void Line(StringBuilder text, string key, object value) =>
        text.Append(CultureInfo.InvariantCulture, $"{key}={value}\n");

    /// <summary>Code that is compiled for the first tier keeps its locals alive to the end of the method;
    /// optimised code does not.</summary>
    private static bool IsTiered()
    {
        var first = new WeakReference(null);
        return SurvivesItsLastUse(first);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool SurvivesItsLastUse(WeakReference weak)
    {
        var local = new object();
        weak.Target = local;
        Touch(local);
        GC.Collect();
        return weak.IsAlive;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Touch(object o) => _ = o.GetType();

    public static void Counters(long* six)
    {
        six[0] = GC.GetAllocatedBytesForCurrentThread();
        six[1] = GC.GetTotalAllocatedBytes(precise: false);
        for (int generation = 0; generation < 3; generation++)
            six[2 + generation] = GC.CollectionCount(generation);
        six[5] = GC.GetTotalPauseDuration().Ticks * 100;
    }

    public static void MemoryInfo(long* thirteen)
    {
        GCMemoryInfo info = GC.GetGCMemoryInfo(GCKind.Any);
        thirteen[0] = info.Index;
        thirteen[1] = info.Index == 0 ? -1 : info.Generation;
        ReadOnlySpan<GCGenerationInfo> generations = info.GenerationInfo;
        for (int i = 0; i < 5; i++)
        {
            thirteen[2 + i] = generations[i].SizeAfterBytes;
            thirteen[7 + i] = generations[i].FragmentationAfterBytes;
        }
        thirteen[12] = info.TotalCommittedBytes;
    }

    public static long Threshold(long guess)
    {
        if (guess == 0)
            guess = ThresholdDefault;
        long young = Environment.Version.Major == 8 ? Math.Min(guess, ThresholdMost) : guess;
        if (IsOldAtBirth(guess) && !IsOldAtBirth(young - 1))
            return guess;
        long below = ArrayHeader, at = ThresholdDefault;
        while (!IsOldAtBirth(at))
        {
            below = at;
            at *= 2;
        }
        while (at - below > 1)
        {
            long middle = below + (at - below) / 2;
            if (IsOldAtBirth(middle))
                at = middle;
            else
                below = middle;
        }
        return at;
    }

    /// <summary>Whether an array of that many bytes, header included and not rounded, is born in the oldest
    /// generation.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static bool IsOldAtBirth(long bytes) =>
        GC.GetGeneration(new byte[bytes - ArrayHeader]) == GC.MaxGeneration;

    /// <summary>What survives a collection raises the next budget: so nothing young is left first.</summary>
    public static long Gen0Budget(long most)
    {
        for (int i = 0; i < 3; i++)
            GC.Collect();
        int before = GC.CollectionCount(0);
        long start = GC.GetAllocatedBytesForCurrentThread(), used = 0;
        while (GC.CollectionCount(0) == before && used < most)
        {
            Touch(new byte[1000]);
            used = GC.GetAllocatedBytesForCurrentThread() - start;
        }
        return used;
    }
}
