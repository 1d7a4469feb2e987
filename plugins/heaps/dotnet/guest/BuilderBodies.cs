// SPDX-License-Identifier: MIT
// How are the methods and probes of the workload builder opened, and what does a method say besides its
// counters? Parameters are those of the workload's own table.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;

namespace Heapproof.Guest;

internal static class BuilderBodies
{
    private static readonly Dictionary<string, Func<Parameters, Action<Findings>>> Probes = new()
    {
        ["chunks"] = p => new BuilderProbe(WithoutText(p)).Chunks,
        ["reuse"] = p => new BuilderProbe(WithoutText(p)).Reuse,
        ["loh"] = p => new BuilderProbe(WithoutText(p)).Large,
        ["collect"] = p => new BuilderProbe(new BuilderRun(p.Word("of"), BuilderOptions.Of(p))).Collect,
        ["threshold"] = p => new BuilderThreshold(appended: p.Word("by") == "append-one").Run,
    };

    // One more pass, and what it left.
    private static readonly Dictionary<string, Action<BuilderRun, Findings>> Metrics = new()
    {
        ["append-one"] = TellChain,
        ["append-parts-1000"] = TellChain,
        ["append-parts-8000"] = TellChain,
        ["append-parts"] = TellChain,
        ["preset-capacity"] = TellChain,
        ["append-overloads"] = TellChain,
        ["clear-reuse"] = TellChain,
        ["insert-front"] = TellCount,
        ["insert-middle"] = TellCount,
        ["replace"] = TellCount,
        ["pooled-value-builder"] = TellBucket,
        ["pooled-builder"] = TellPool,
        ["sign-stack"] = TellStack,
    };

    public static IBody? Open(string name, bool probe, Parameters parameters)
    {
        if (probe)
            return Probes.TryGetValue(name, out Func<Parameters, Action<Findings>>? open)
                ? new ProbeBody(open(parameters))
                : null;
        if (!BuilderRun.Has(name))
            return null;
        BuilderRun run = new(name, BuilderOptions.Of(parameters));
        run.FillRing();
        return new MethodBody(run.Pass, reporter => Tell(name, run, reporter));
    }

    private static BuilderRun WithoutText(Parameters p) =>
        new(p.Word("of"), BuilderOptions.Of(p) with { ToText = false });

    private static void Tell(string name, BuilderRun run, Reporter reporter)
    {
        if (!Metrics.TryGetValue(name, out Action<BuilderRun, Findings>? tell))
            return;
        Findings findings = new();
        tell(run, findings);
        findings.Tell(reporter);
    }

    private static void TellChain(BuilderRun run, Findings findings)
    {
        BuilderWatch watch = new(run);
        watch.Pass();
        findings.Number("loh_bytes_per_document", watch.LargeBytes);
        watch.TellChain(findings);
    }

    private static void TellCount(BuilderRun run, Findings findings)
    {
        run.Pass();
        findings.Number("chunk_count", run.Chain().Count);
    }

    // The array that a text of this length ends in, rented and given back.
    private static void TellBucket(BuilderRun run, Findings findings)
    {
        char[] rented = System.Buffers.ArrayPool<char>.Shared.Rent(run.Options.Chars);
        findings.Number("bucket_length", rented.Length);
        findings.Number("object_bytes", ArrayMeasure.Chars.Size(rented.Length));
        findings.Number("start_generation", ArrayMeasure.Chars.Generation(rented.Length));
        System.Buffers.ArrayPool<char>.Shared.Return(rented);
    }

    private static void TellPool(BuilderRun run, Findings findings)
    {
        run.Pass();
        findings.Number("retained_capacity_limit", run.RetainedCapacity());
        findings.Number("returned_count", run.Returned ? 1 : 0);
    }

    // The longest buffer that the number does not fit, and the longest text that stays on the stack.
    private static void TellStack(BuilderRun run, Findings findings)
    {
        int room = 1;
        while (!run.Options.Value.TryFormat(new char[room], out _, default, CultureInfo.InvariantCulture))
            room++;
        findings.Number("buffer_chars", room - 1);
        findings.Number("stack_buffer_chars", BuilderRun.StackRoom());
    }
}
