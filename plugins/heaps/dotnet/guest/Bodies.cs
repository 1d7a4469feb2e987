// SPDX-License-Identifier: MIT
// Which methods and probes does the real library run here?
namespace Heapproof.Guest;

public static class Bodies
{
    /// <summary>[untimed] Prepares a method, or a probe, of a workload: source data, caches. null: there is
    /// no body for it.</summary>
    public static IBody? Open(string workload, string name, bool probe, Parameters parameters) => null;
}
