-- What becomes of a claim: known, skipped, cannot tell, matched by nothing.

hp.check "a known deviation" { -- expect: known deviation
  known = "our counter is one too low",
  where = { method = "chunk-array", size = 20000, held = false, heap = "gen", threshold = "default", machine = "this" },
  equal = { "allocated_bytes", 4001265 },
}

hp.check "known, but it holds" { -- expect: holds now
  known = "was one too low",
  where = { method = "chunk-array", size = 20000, held = false, heap = "gen", threshold = "default", machine = "this" },
  equal = { "allocated_bytes", 4001264 },
}

hp.check "a runtime that is not installed is skipped, the others are judged" { -- expect: holds, skipped
  where = { method = "chunk-array", heap = "dotnet", size = 21243 },
  at_least = { "time_ns", 1 },
}

hp.check "all of them skipped" { -- expect: skipped
  where = { heap = "dotnet", runtime = 8 },
  at_least = { "time_ns", 1 },
}

hp.check "a crashed case" { -- expect: cannot tell
  where = { method = "own-buffer" },
  equal = { "allocated_bytes", 80064 },
}

hp.check "a case that has not run" { -- expect: cannot tell
  where = { method = "pooled-buffer" },
  equal = { "allocated_bytes", 40 },
}

hp.check "a crashed case, in a function" { -- expect: cannot tell
  where = { method = "own-buffer" },
  each = function(case) hp.equal(case.allocated_bytes, 80064) end,
}

hp.check "pcall swallows no finding" { -- expect: cannot tell
  where = { method = "own-buffer" },
  each = function(case)
    pcall(function() return case.allocated_bytes end)
    hp.that(true, "nothing")
  end,
}

hp.check "a metric that the heap lacks" { -- expect: broken
  where = { method = "chunk-array", size = 20000, held = true, heap = "gen", threshold = 196608 },
  at_least = { "mmapped_blocks", 1 },
}

hp.check "no such method" { -- expect: broken
  where = { method = "chunk-arry" },
  equal = { "gen2_per_1000", 0 },
}

hp.check "each value exists, not together" { -- expect: broken
  where = { method = "slice-array", size = 20000 },
  equal = { "gen2_per_1000", 0 },
}

hp.check "a parameter that no case has" { -- expect: broken
  where = { method = "chunk-array", colour = "red" },
  equal = { "gen2_per_1000", 0 },
}

hp.check "a heap that this run does without, decisive" { -- expect: broken
  where = { heap = "boehm" },
  equal = { "gen2_per_1000", 0 },
}

hp.check "a heap that this run does without, shown only" { -- expect: skipped
  decides = false,
  where = { heap = "boehm" },
  equal = { "gen2_per_1000", 0 },
}

hp.check "a slip is broken even where it decides nothing" { -- expect: broken
  decides = false,
  where = { method = "chunk-arry" },
  equal = { "gen2_per_1000", 0 },
}

hp.check "each threshold and machine by itself" { -- expect: holds, broken, holds
  where = { method = "chunk-array", heap = "gen", size = 25000, held = false },
  at_least = { "gen2_per_1000", 1 },
}

hp.check "across thresholds" { -- expect: holds
  where = { method = "chunk-array", heap = "gen", size = 25000, held = false, machine = "this", threshold = "default" },
  each = function(case) hp.that(case.at { threshold = 196608 }.gen2_per_1000 < case.gen2_per_1000, "fewer") end,
}

hp.check "a sweep that only takes times has no say in a claim about counters" { -- expect: holds
  where = { method = "segment-array" },
  equal = { "allocated_bytes", 0 },
}

hp.check "nor one that only counts in a claim about times" { -- expect: holds
  where = { method = "segment-array" },
  at_least = { "time_ns", 1 },
}

hp.check "unless nothing else is there: that is a slip" { -- expect: broken
  where = { method = "segment-array", size = 100 },
  equal = { "allocated_bytes", 0 },
}
