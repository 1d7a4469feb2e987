// SPDX-License-Identifier: MIT
namespace Heapproof.Guest;

/// <summary>What an operation of a heap trace answers, on whichever thread it ran; made once, so that answering
/// allocates nothing.</summary>
internal sealed class HeapReply
{
    private const int Most = 8; // keys of one operation

    private readonly string[] keys = new string[Most];
    private readonly long[] values = new long[Most];
    private int count;

    public void Clear() => count = 0;

    public void Number(string key, long value)
    {
        keys[count] = key;
        values[count++] = value;
    }

    public void WriteTo(ref Answer answer)
    {
        for (int i = 0; i < count; i++)
            answer.Number(keys[i], values[i]);
    }
}
