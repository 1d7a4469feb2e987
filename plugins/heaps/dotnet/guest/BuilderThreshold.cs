// SPDX-License-Identifier: MIT
// From which length on does a text live in the large object heap? Makes a char[], or a text that a new
// builder takes in one Append, longer and longer, and asks for the generation of what was born.
using System.Linq;
using System.Text;

namespace Heapproof.Guest;

internal sealed class BuilderThreshold(bool appended)
{
    public void Run(Findings findings)
    {
        ArrayMeasure chars = ArrayMeasure.Chars;
        int array = chars.FirstLength();
        int first = appended ? Threshold.FirstLength(LastChunk) : array;
        findings.Number("element_bytes", chars.Element);
        findings.Number("header_bytes", chars.Header);
        findings.Number("first_length", first);
        findings.Number("first_length_delta", first - array);
        findings.Number("first_bytes", chars.Size(array));
        findings.Number("loh_threshold_bytes", chars.Header + ArrayMeasure.Bytes.FirstLength());
    }

    private static object LastChunk(int length) =>
        Chunks.Of(new StringBuilder().Append('x', length)).Last().Array;
}
