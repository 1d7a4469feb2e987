// SPDX-License-Identifier: MIT
using System;
using System.Threading;

namespace Heapproof.Guest;

/// <summary>A thread that runs one piece of work at a time. It touches no thread-local state of the library
/// before its first work: the bytes that such state takes belong to the work (bcl-facts section 3, "first
/// operation of a worker thread").</summary>
internal sealed class Worker : IDisposable
{
    private readonly object turn = new();
    private readonly Thread thread;
    private Action? work;
    private Exception? failure;
    private bool stopped;

    public Worker()
    {
        thread = new Thread(Loop) { IsBackground = true };
        thread.Start();
    }

    /// <summary>Begins the work; the one before it has been waited for.</summary>
    public void Start(Action what)
    {
        lock (turn)
        {
            work = what;
            Monitor.PulseAll(turn);
        }
    }

    /// <summary>Waits for the end of the work, if there is any, and throws what it threw.</summary>
    public void Wait()
    {
        lock (turn)
        {
            while (work != null)
                Monitor.Wait(turn);
        }
        if (Interlocked.Exchange(ref failure, null) is { } thrown)
            throw thrown;
    }

    public void Run(Action what)
    {
        Start(what);
        Wait();
    }

    public void Dispose()
    {
        lock (turn)
        {
            stopped = true;
            Monitor.PulseAll(turn);
        }
        thread.Join();
    }

    private void Loop()
    {
        lock (turn)
        {
            while (!stopped)
            {
                if (work is { } what)
                {
                    Monitor.Exit(turn);
                    Attempt(what);
                    Monitor.Enter(turn);
                    work = null;
                    Monitor.PulseAll(turn);
                }
                else
                {
                    Monitor.Wait(turn);
                }
            }
        }
    }

    private void Attempt(Action what)
    {
        try
        {
            what();
        }
        catch (Exception e)
        {
            failure = e;
        }
    }
}
