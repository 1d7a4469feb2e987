// SPDX-License-Identifier: MIT
// What is a method or a probe of a workload, as the real library runs it?
namespace Heapproof.Guest;

/// <summary>One opened method or probe. It lives as long as the launch and is used by one thread.</summary>
public interface IBody
{
    /// <summary>[timed] Runs the method `operations` times. The loop is in here: the border between C and
    /// .NET is crossed once for each batch. A probe is stepped once.</summary>
    void Step(long operations);

    /// <summary>[untimed] A method: its own metrics of the last operation. A probe: what it found.</summary>
    void Report(Reporter report);
}
