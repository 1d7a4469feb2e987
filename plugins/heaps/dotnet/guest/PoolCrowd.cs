// SPDX-License-Identifier: MIT
// What happens when several threads rent at once, or another one returns? Arrays that change hands lie in one
// array, where each thread has its part; a turn of getting is over for all before one of putting back begins.
using System;
using System.Linq;

namespace Heapproof.Guest;

internal sealed class PoolCrowd : IDisposable
{
    private readonly PoolOptions options;
    private readonly Array?[] mail;
    private readonly Worker[] members;
    private readonly Action[] alone, get, put, count; // made once: a turn allocates nothing
    private readonly long[] bytes;
    private long operations;

    public PoolCrowd(PoolRun run)
    {
        options = run.Options;
        mail = new Array?[options.Threads * options.Buffers];
        // A single renter's arrays are returned by a second thread, which never rents.
        int size = options.Handover == PoolHandover.Foreign && options.Threads == 1 ? 2 : options.Threads;
        members = [.. Enumerable.Range(0, size).Select(_ => new Worker())];
        bytes = new long[size];
        alone = Each(size, i => () => run.Repeat(operations, i * options.Buffers));
        get = Each(size, i => () => run.Get(mail, i * options.Buffers));
        put = Each(size, i => () => run.Put(mail, i * options.Buffers));
        count = Each(size, i => () => bytes[i] = GC.GetAllocatedBytesForCurrentThread());
    }

    /// <summary>Whether the parameters ask for threads beside the caller's.</summary>
    public static bool IsNeeded(PoolOptions options) =>
        options.Threads > 1 || options.Handover != PoolHandover.None;

    public void Step(long many)
    {
        if (options.Handover == PoolHandover.None)
        {
            operations = many;
            Together(alone, options.Threads, 0);
            return;
        }
        int step = options.Handover == PoolHandover.Foreign ? 1 : 0;
        for (long i = 0; i < many; i++)
        {
            Together(get, options.Threads, 0);
            Together(put, options.Threads, step);
        }
    }

    /// <summary>What all its threads together have allocated so far.</summary>
    public long Bytes()
    {
        Together(count, members.Length, 0);
        return bytes.Sum();
    }

    public void Dispose()
    {
        foreach (Worker member in members)
            member.Dispose();
    }

    private static Action[] Each(int size, Func<int, Action> make) =>
        [.. Enumerable.Range(0, size).Select(make)];

    // `many` members at once, each the part of one that is `step` places on. All have ended when one has
    // failed.
    private void Together(Action[] parts, int many, int step)
    {
        for (int i = 0; i < many; i++)
            members[(i + step) % members.Length].Start(parts[i]);
        Exception? failure = null;
        for (int i = 0; i < many; i++)
        {
            try
            {
                members[(i + step) % members.Length].Wait();
            }
            catch (Exception e)
            {
                failure ??= e;
            }
        }
        if (failure != null)
            throw failure;
    }
}
