// SPDX-License-Identifier: MIT
// How are the methods and probes of the workload streamcopy opened, and what does a method say besides its
// counters? Parameters are those of the workload's own table.
using System;
using System.Collections.Generic;

namespace Heapproof.Guest;

internal static class CopyBodies
{
    private static readonly Dictionary<string, Func<Parameters, CopyProbe>> Runs = new()
    {
        ["copy"] = p => new CopyProbe(new CopyRun("copy", CopyOptions.Of(p) with { Breaks = false })),
        ["growth"] = p => new CopyProbe(new CopyRun("grow", CopyOptions.Of(p) with { Breaks = false })),
        ["retry"] = p => new CopyProbe(new CopyRun(p.Word("of"), CopyOptions.Of(p) with { Breaks = true })),
    };

    private static Action<Findings> Probe(string name, Parameters parameters)
    {
        CopyProbe probe = Runs[name](parameters);
        return name switch
        {
            "copy" => findings => probe.Copy(findings, isFirst: parameters.Word("copy") == "first"),
            "growth" => probe.Growth,
            _ => probe.Retry,
        };
    }

    public static IBody? Open(string name, bool probe, Parameters parameters)
    {
        if (probe)
            return Runs.ContainsKey(name) ? new ProbeBody(Probe(name, parameters)) : null;
        return CopyRun.Has(name) ? new Method(name, parameters) : null;
    }

    private sealed class Method : IBody, IDisposable
    {
        private readonly CopyRun run;
        private readonly bool grows;

        /// <summary>With a first pass, so that the pool has what it will have.</summary>
        public Method(string name, Parameters parameters)
        {
            run = new CopyRun(name, CopyOptions.Of(parameters));
            grows = name == "grow";
            run.Pass();
        }

        public void Step(long operations)
        {
            for (long i = 0; i < operations; i++)
                run.Pass();
        }

        public void Report(Reporter report)
        {
            run.Pass();
            report.Metric("write_count", run.Sink.Writes);
            report.Metric("largest_write_bytes", run.Sink.LargestWrite);
            report.Metric("sent_bytes", run.Sink.Sent);
            if (!grows)
                return;
            Findings findings = new();
            CopyProbe.TellSteps(run.Options.InitialCapacity, findings);
            findings.Tell(report);
        }

        public void Dispose() => run.Dispose();
    }
}
