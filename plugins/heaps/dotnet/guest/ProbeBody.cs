// SPDX-License-Identifier: MIT
// What is a probe? Its step finds out, its report tells.
using System;
using System.Collections.Generic;

namespace Heapproof.Guest;

/// <summary>What a probe has found, to be told when the host asks.</summary>
internal sealed class Findings
{
    private readonly List<Action<Reporter>> all = [];

    public void Number(string metric, double value) => all.Add(r => r.Metric(metric, value));

    public void Text(string metric, string value) => all.Add(r => r.Text(metric, value));

    public void Block(string group, int index, Block b) =>
        all.Add(r => r.Block(group, index, b.Elements, b.Bytes, b.Generation, b.Kept, b.What));

    /// <summary>A sentence that is shown and not judged.</summary>
    public void Note(string sentence) => all.Add(r => r.Note(sentence));

    public void Tell(Reporter reporter)
    {
        foreach (Action<Reporter> one in all)
            one(reporter);
    }
}

/// <summary>An object that a method asked for.</summary>
internal readonly record struct Block(string What, int Elements, long Bytes, int Generation, bool Kept)
{
    /// <summary>What an array of elements is called; other objects have no elements.</summary>
    public const string Array = "array";
}

internal sealed class ProbeBody(Action<Findings> probe) : IBody
{
    private readonly Findings findings = new();

    public void Step(long operations)
    {
        for (long i = 0; i < operations; i++)
            probe(findings);
    }

    public void Report(Reporter report) => findings.Tell(report);
}
