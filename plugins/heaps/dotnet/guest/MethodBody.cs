// SPDX-License-Identifier: MIT
// What is a method whose operation is one pass?
using System;

namespace Heapproof.Guest;

internal sealed class MethodBody(Action pass, Action<Reporter> report) : IBody
{
    public void Step(long operations)
    {
        for (long i = 0; i < operations; i++)
            pass();
    }

    public void Report(Reporter reporter) => report(reporter);
}
