// SPDX-License-Identifier: MIT
// What is a trace that is being executed?
using System;

namespace Heapproof.Guest;

/// <summary>A trace between its `trace` line and its `end`.</summary>
public interface ITrace
{
    /// <summary>Executes one operation line (UTF-8, without its answer) and answers it. Allocates nothing on
    /// the calling thread but what the operation does. FormatException: not an operation of the family.</summary>
    void Execute(ReadOnlySpan<byte> operation, ref Answer answer);

    /// <summary>The trace is over; called once, also after an exception.</summary>
    void End();
}
