// SPDX-License-Identifier: MIT
// The runtime remembers the outcomes of casts in one hash table, an int[] on the managed heap: 24 bytes an entry,
// hashed by addresses of types. It doubles when a new outcome finds no room near its place, so when that is depends on
// where the system has put the types, and then the thread that casts has allocated the table. With 128 entries, as
// it starts, about one process in fifty doubles it (6,192 bytes) while something is being measured.
using System;

namespace Heapproof.Guest;

internal static class CastTable
{
    private const int Ranks = 32; // as many as an array type may have
    private const int EntriesWanted = 1_024, EntryBytes = 24;

    private static bool grown;

    /// <summary>Makes the table so wide that what follows finds room in it, wherever types lie; smaller than a
    /// large object.</summary>
    public static void Grow()
    {
        if (grown)
            return;
        grown = true;
        Type[] types = [.. ArraysOf(typeof(byte)), .. ArraysOf(typeof(int))];
        foreach (Type from in types)
        {
            foreach (Type to in types)
            {
                long before = GC.GetAllocatedBytesForCurrentThread();
                _ = to.IsAssignableFrom(from);
                if (GC.GetAllocatedBytesForCurrentThread() - before > EntriesWanted * EntryBytes)
                    return; // it had no room in half of that, and has it now
            }
        }
    }

    private static Type[] ArraysOf(Type element)
    {
        var types = new Type[Ranks];
        for (int rank = 1; rank <= Ranks; rank++)
            types[rank - 1] = element.MakeArrayType(rank);
        return types;
    }
}
