// SPDX-License-Identifier: MIT
// What differs between the releases of the runtime? Read once: a version object would count as allocated.
using System;

namespace Heapproof.Guest;

internal static class Release
{
    /// <summary>On 8 the thread of a trace is the only one that allocates, so that the approximate total of the
    /// process can be told; on 9 and 10 threads of the runtime allocate as well (dotnet-facts 9.2).</summary>
    public static readonly bool IsOnlyAllocator = Environment.Version.Major == 8;
}
