// SPDX-License-Identifier: MIT
// How are the methods and probes of the workload pool opened, and what does a method say besides its counters?
// Parameters are those of the workload's own table.
using System;
using System.Collections.Generic;

namespace Heapproof.Guest;

internal static class PoolBodies
{
    private static readonly Dictionary<string, Func<PoolProbe, Action<Findings>>> Probes = new()
    {
        ["reports"] = probe => probe.Reports,
        ["extra"] = probe => probe.Extra,
        ["loh"] = probe => probe.Held,
        ["seq"] = probe => probe.InTurn,
    };

    public static IBody? Open(string name, bool probe, Parameters parameters)
    {
        PoolOptions options = PoolOptions.Of(parameters);
        string element = parameters.Word("element");
        if (probe)
            return Probes.TryGetValue(name, out Func<PoolProbe, Action<Findings>>? open)
                ? new ProbeBody(open(PoolRun.Open(parameters.Word("of"), element, Alone(options)).Probe()))
                : null;
        return PoolRun.Has(name) ? new Method(PoolRun.Open(name, element, options)) : null;
    }

    private static PoolOptions Alone(PoolOptions options) =>
        options with { Threads = 1, Handover = PoolHandover.None };

    private sealed class Method : IBody, IDisposable
    {
        private const int WarmUp = 4; // arrays that change hands fill the pool only after some turns

        private readonly PoolRun run;
        private readonly PoolCrowd? crowd;

        public Method(PoolRun run)
        {
            this.run = run;
            crowd = PoolCrowd.IsNeeded(run.Options) ? new PoolCrowd(run) : null;
            Step(WarmUp);
        }

        public void Step(long operations)
        {
            if (crowd != null)
                crowd.Step(operations);
            else
                run.Repeat(operations, 0);
        }

        public void Report(Reporter report)
        {
            if (crowd != null)
            {
                long before = crowd.Bytes();
                crowd.Step(1);
                report.Metric("threads_allocated_bytes", crowd.Bytes() - before);
            }
            TellArrays(report);
        }

        public void Dispose() => crowd?.Dispose();

        // One array of each length of an operation, got and put back.
        private void TellArrays(Reporter report)
        {
            long lost = 0;
            for (int i = 0; i < run.Lengths.Length; i++)
            {
                Array array = run.GetOne(run.Lengths[i]);
                lost += (long)array.Length - run.Lengths[i];
                if (i == 0)
                {
                    report.Metric("bucket_length", array.Length);
                    report.Metric("start_generation", GC.GetGeneration(array));
                }
                run.PutOne(array);
            }
            report.Metric("rounding_loss_bytes", lost * run.ElementBytes);
        }
    }
}
