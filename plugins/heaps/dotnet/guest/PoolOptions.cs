// SPDX-License-Identifier: MIT
using System;
using System.Globalization;

namespace Heapproof.Guest;

/// <summary>Who puts arrays back: whoever got them, at once; the same thread after a turn of all; another
/// one.</summary>
internal enum PoolHandover
{
    None,
    Own,
    Foreign,
}

/// <summary>Parameters of the workload pool, by the names of its own table.</summary>
internal sealed record PoolOptions(int Length, int Buffers)
{
    private const string Limit = "DOTNET_SYSTEM_BUFFERS_SHAREDARRAYPOOL_MAX"; // the runtime's own names begin so
    private const int MostThreads = 32, MostBuckets = 27, ShortestBucket = 16;

    public required string Profile { get; init; }
    public required bool Fill { get; init; } // every element that was asked for is written
    public required bool Clear { get; init; } // Return clears
    public required int Threads { get; init; }
    public required PoolHandover Handover { get; init; }
    public required string Case { get; init; } // what goes wrong
    public required ulong Seed { get; init; }

    public static PoolOptions Of(Parameters p)
    {
        PoolOptions options = new((int)p.Number("length"), (int)p.Number("buffers"))
        {
            Profile = p.Word("profile"),
            Fill = p.Flag("fill"),
            Clear = p.Flag("clear"),
            Threads = (int)p.Number("threads"),
            Handover = Enum.Parse<PoolHandover>(p.Word("handover"), ignoreCase: true),
            Case = p.Word("case"),
            Seed = p.Seed,
        };
        ArgumentOutOfRangeException.ThrowIfLessThan(options.Buffers, 1);
        ArgumentOutOfRangeException.ThrowIfLessThan(options.Threads, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(options.Threads, MostThreads);
        SetLimit(Limit + "PARTITIONCOUNT", p.Number("partitions"));
        SetLimit(Limit + "ARRAYSPERPARTITION", p.Number("depth"));
        return options;
    }

    // The runtime reads it when some pool makes its first stacks; 0 leaves it unset.
    private static void SetLimit(string variable, long value)
    {
        if (value != 0)
            Environment.SetEnvironmentVariable(variable, value.ToString(CultureInfo.InvariantCulture));
    }

    /// <summary>The lengths of the buffers of one operation: the same draws as the workload's own.</summary>
    public int[] Lengths()
    {
        ulong state = Seed;
        int[] lengths = new int[Buffers];
        for (int i = 0; i < lengths.Length; i++)
            lengths[i] = Draw(ref state);
        return lengths;
    }

    private int Draw(ref ulong state)
    {
        int longest = Math.Max(Length, 1);
        switch (Profile)
        {
            case "full": return (int)Bucket(longest, ref state);
            case "above": return (int)Bucket(longest, ref state) + 1;
            case "even": return 1 + (int)(SplitMix(ref state) % (ulong)longest);
            case "short": // every halving of the length as likely as the one before
                long bucket = Bucket(longest, ref state);
                return (int)Math.Min(bucket / 2 + 1 + (long)(SplitMix(ref state) % (ulong)(bucket / 2)), longest);
            default: return Length;
        }
    }

    // A power of two from 16 to the largest that is no longer than `longest`.
    private static long Bucket(int longest, ref ulong state)
    {
        int buckets = 1;
        while (buckets < MostBuckets && (long)ShortestBucket << buckets <= longest)
            buckets++;
        return (long)ShortestBucket << (int)(SplitMix(ref state) % (ulong)buckets);
    }

    private static ulong SplitMix(ref ulong state)
    {
        ulong z = state += 0x9e3779b97f4a7c15;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
        z = (z ^ z >> 27) * 0x94d049bb133111eb;
        return z ^ z >> 31;
    }
}
