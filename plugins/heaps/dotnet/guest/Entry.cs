// SPDX-License-Identifier: MIT
// What does C call? Every function here crosses the border once, catches every exception, and answers with a
// code of heapproof/abi.h; a text goes into the caller's struct hp_err. Pointers belong to the caller.
using System;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Unicode;

namespace Heapproof.Guest;

/// <summary>struct hp_err of heapproof/abi.h.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct HostError
{
    public const int TextBytes = 1000;
    public int Code;
    public fixed byte Text[TextBytes];
}

internal static unsafe class Entry
{
    private const int Ok = 0, NoMemory = -1, Range = -2, Refused = -3, Unsupported = -4, State = -5,
                      Io = -6, Input = -7; // enum hp_code

    // ---- errors ----

    private static int Fail(HostError* error, int code, ReadOnlySpan<char> sentence)
    {
        var room = new Span<byte>(error->Text, HostError.TextBytes - 1);
        Utf8.FromUtf16(sentence, room, out _, out int written);
        error->Text[written] = 0;
        error->Code = code;
        return code;
    }

    /// <summary>The runtime's own message, behind the name of the exception.</summary>
    private static int Fail(HostError* error, Exception e)
    {
        int code = e switch {
            OutOfMemoryException => NoMemory,
            ArgumentOutOfRangeException => Range,
            NotSupportedException or NotImplementedException => Unsupported,
            FormatException => Input,
            System.IO.IOException => Io,
            _ => State,
        };
        if (code == NoMemory) // nothing that needs memory
            return Fail(error, code, e.Message);
        string text = code == Input ? e.Message : $"{e.GetType()}: {e.Message}";
        return Fail(error, code, text.Replace('\n', ' ').Replace('\r', ' '));
    }

    private static string Text(byte* bytes, int length) => Encoding.UTF8.GetString(bytes, length);

    private static nint Handle(object target) => GCHandle.ToIntPtr(GCHandle.Alloc(target));

    private static T Target<T>(nint handle) where T : class =>
        Unsafe.As<T>(GCHandle.FromIntPtr(handle).Target!);

    // ---- the runtime ----

    /// <summary>What the runtime says about itself: "key=value" lines. Returns their length in bytes.</summary>
    [UnmanagedCallersOnly]
    private static int Info(byte* room, int capacity, HostError* error)
    {
        try
        {
            string text = Runtime.Describe();
            return Encoding.UTF8.TryGetBytes(text, new Span<byte>(room, capacity), out int written)
                       ? written
                       : Fail(error, Range, "the runtime's own description is too long");
        }
        catch (Exception e)
        {
            return Fail(error, e);
        }
    }

    /// <summary>Allocates nothing: bytes of this thread, of the process, collections of 0, 1, 2, pause in
    /// ns.</summary>
    [UnmanagedCallersOnly]
    private static void Counters(long* six) => Runtime.Counters(six);

    /// <summary>The last collection; the query allocates 288 bytes. Number, generation, five sizes, five
    /// fragmented, committed.</summary>
    [UnmanagedCallersOnly]
    private static void MemoryInfo(long* thirteen) => Runtime.MemoryInfo(thirteen);

    [UnmanagedCallersOnly]
    private static void Collect(int generation) =>
        GC.Collect(generation, GCCollectionMode.Forced, blocking: true);

    /// <summary>The threshold that applies, found by allocating; `guess` is tried first.</summary>
    [UnmanagedCallersOnly]
    private static long Threshold(long guess, HostError* error)
    {
        try
        {
            return Runtime.Threshold(guess);
        }
        catch (Exception e)
        {
            return Fail(error, e);
        }
    }

    /// <summary>Bytes of small objects between two collections, found by allocating at most `most`.</summary>
    [UnmanagedCallersOnly]
    private static long Gen0Budget(long most, HostError* error)
    {
        try
        {
            return Runtime.Gen0Budget(most);
        }
        catch (Exception e)
        {
            return Fail(error, e);
        }
    }

    // ---- bodies ----

    /// <summary>0 and a body, or a code. `lines` are the parameters.</summary>
    [UnmanagedCallersOnly]
    private static int Open(byte* workload, int workloadLength, byte* name, int nameLength, int probe,
                            byte* lines, int linesLength, int processors, ulong seed, nint* body,
                            HostError* error)
    {
        try
        {
            var parameters = new Parameters(Text(lines, linesLength), processors, seed);
            string of = Text(workload, workloadLength), called = Text(name, nameLength);
            IBody? opened = Bodies.Open(of, called, probe != 0, parameters);
            if (opened == null)
                return Fail(error, Unsupported, $"no body for {of} {called}");
            *body = Handle(opened);
            return Ok;
        }
        catch (Exception e)
        {
            return Fail(error, e);
        }
    }

    [UnmanagedCallersOnly]
    private static int Step(nint body, long operations, HostError* error)
    {
        try
        {
            Target<IBody>(body).Step(operations);
            return Ok;
        }
        catch (Exception e)
        {
            return Fail(error, e);
        }
    }

    [UnmanagedCallersOnly]
    private static int Report(nint body, Host* host, HostError* error)
    {
        try
        {
            Target<IBody>(body).Report(new Reporter(host));
            return Ok;
        }
        catch (Exception e)
        {
            return Fail(error, e);
        }
    }

    /// <summary>Ends what Open gave.</summary>
    [UnmanagedCallersOnly]
    private static void Close(nint body)
    {
        GCHandle handle = GCHandle.FromIntPtr(body);
        try
        {
            (handle.Target as IDisposable)?.Dispose();
        }
        catch (Exception e)
        {
            Console.Error.WriteLine($"closing a body: {e}"); // captured with the launch
        }
        handle.Free();
    }

    // ---- traces ----

    [UnmanagedCallersOnly]
    private static int TraceBegin(byte* family, int familyLength, byte* lines, int linesLength,
                                  int processors, nint* trace, HostError* error)
    {
        try
        {
            string name = Text(family, familyLength);
            ITrace? begun = Traces.Begin(name, new Settings(Text(lines, linesLength), processors));
            if (begun == null)
                return Fail(error, Unsupported, $"no executor for traces of the family {name}");
            *trace = Handle(begun);
            return Ok;
        }
        catch (Exception e)
        {
            return Fail(error, e);
        }
    }

    /// <summary>Returns the bytes of the answer's lines in `room`, or a code.</summary>
    [UnmanagedCallersOnly]
    private static int TraceExecute(nint trace, byte* operation, int length, byte* room, int capacity,
                                    HostError* error)
    {
        try
        {
            var answer = new Answer(room, capacity);
            Target<ITrace>(trace).Execute(new ReadOnlySpan<byte>(operation, length), ref answer);
            return answer.Overflowed ? Fail(error, Range, "the answer is too long") : answer.Length;
        }
        catch (Exception e)
        {
            return Fail(error, e);
        }
    }

    [UnmanagedCallersOnly]
    private static void TraceEnd(nint trace)
    {
        GCHandle handle = GCHandle.FromIntPtr(trace);
        try
        {
            Unsafe.As<ITrace>(handle.Target!).End();
        }
        catch (Exception e)
        {
            Console.Error.WriteLine($"ending a trace: {e}");
        }
        handle.Free();
    }
}
