// SPDX-License-Identifier: MIT
using System;

namespace Heapproof.Guest;

/// <summary>The first length that is born in the oldest generation.</summary>
internal static class Threshold
{
    // Past this length of bytes no setting of a runtime lies (dotnet-facts 9.3).
    private const int Longest = 1 << 30;

    public static int FirstLength(Func<int, object> make)
    {
        int small = 0, large = 1;
        while (!IsLarge(make, large))
        {
            if (large >= Longest)
                throw new InvalidOperationException("no length is born in the oldest generation");
            small = large;
            large *= 2;
        }
        while (large - small > 1)
        {
            int middle = small + (large - small) / 2;
            if (IsLarge(make, middle))
                large = middle;
            else
                small = middle;
        }
        return large;
    }

    private static bool IsLarge(Func<int, object> make, int length) =>
        GC.GetGeneration(make(length)) == GC.MaxGeneration;
}
