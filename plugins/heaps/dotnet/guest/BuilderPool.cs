// SPDX-License-Identifier: MIT
// Which builders does a pool of them take back? ObjectPool<StringBuilder> is not part of the runtime but of the
// packages around it; its policy is one condition (dotnet-facts section 6, StringBuilderPooledObjectPolicy).
using System;
using System.Collections.Generic;
using System.Text;

namespace Heapproof.Guest;

internal sealed class BuilderPool
{
    private const int InitialCapacity = 100;
    private const int RetainedCapacity = 4096;

    // DefaultObjectPool keeps so many: one place that is tried first, and a queue behind it.
    private readonly Queue<StringBuilder> queue = new(2 * Environment.ProcessorCount);
    private readonly int queueLength = 2 * Environment.ProcessorCount - 1;
    private StringBuilder? fast;

    public StringBuilder Get()
    {
        if (fast is { } builder)
        {
            fast = null;
            return builder;
        }
        return queue.TryDequeue(out StringBuilder? queued) ? queued : new StringBuilder(InitialCapacity);
    }

    /// <summary>False: the builder was too long, or there was no place for it.</summary>
    public bool Return(StringBuilder builder)
    {
        if (builder.Capacity > RetainedCapacity)
            return false;
        builder.Clear();
        if (fast == null)
            fast = builder;
        else if (queue.Count < queueLength)
            queue.Enqueue(builder);
        else
            return false;
        return true;
    }
}
