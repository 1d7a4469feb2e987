-- Every comparison, holding and broken. The fixture is tests/script/fixture.c.

hp.check "equal, position" { -- expect: holds
  where = { method = "chunk-array", size = 20000, held = false, heap = "gen", threshold = "default", machine = "this" },
  equal = { "allocated_bytes", 4001264 },
}

hp.check "equal, one more" { -- expect: broken
  where = { method = "chunk-array", size = 20000, held = false, heap = "gen", threshold = "default", machine = "this" },
  equal = { "allocated_bytes", 4001265 },
}

hp.check "equal, several metrics" { -- expect: holds
  where = { method = "chunk-array", size = 25000, held = true, heap = "gen", threshold = "default", machine = "this" },
  equal = { chunk_count = 40, allocated_bytes = 4002168 },
}

hp.check "equal, one of several is off" { -- expect: broken
  where = { method = "chunk-array", size = 25000, held = true, heap = "gen", threshold = "default", machine = "this" },
  equal = { chunk_count = 41, allocated_bytes = 4002168 },
}

hp.check "equal, a text" { -- expect: holds
  where = { probe = "blocks" },
  equal = { result_type = "Int32[][]" },
}

hp.check "equal, another text" { -- expect: broken
  where = { probe = "blocks" },
  equal = { result_type = "Int32[]" },
}

hp.check "equal, a size with its unit" { -- expect: broken
  where = { method = "chunk-array", size = 25000, held = true, heap = "gen", threshold = "192KiB" },
  equal = { "allocated_bytes", "4MiB" },
}

hp.check "at least" { -- expect: holds
  where = { method = "chunk-array", size = { 21244, 25000 }, heap = "gen", threshold = "default", machine = "this" },
  at_least = { "gen2_per_1000", 1100 },
}

hp.check "at least, a little more" { -- expect: broken
  where = { method = "chunk-array", size = { 21244, 25000 }, heap = "gen", threshold = "default", machine = "this" },
  at_least = { gen2_per_1000 = 1100.5 },
}

hp.check "at most" { -- expect: holds
  where = { method = "chunk-array", size = 21244, heap = "gen", threshold = "default", machine = "this" },
  at_most = { "gen2_per_1000", 1100 },
}

hp.check "at most, a little less" { -- expect: broken
  where = { method = "chunk-array", size = 21244, heap = "gen", threshold = "default", machine = "this" },
  at_most = { "gen2_per_1000", 1099.5 },
}

hp.check "between" { -- expect: holds
  where = { method = "chunk-array", size = 21244, heap = "gen", threshold = "default", machine = "this" },
  between = { "gen2_per_1000", 1000, 1200 },
}

hp.check "between, beside it" { -- expect: broken
  where = { method = "chunk-array", size = 21244, heap = "gen", threshold = "default", machine = "this" },
  between = { gen2_per_1000 = { 1103.52, 1110.35 } },
}

hp.check "within, absolute" { -- expect: holds
  where = { method = "chunk-array", size = 21244, heap = "gen", threshold = "default", machine = "this" },
  within = { "gen2_per_1000", 1105, absolute = 5 },
}

hp.check "within, both: the wider decides" { -- expect: holds
  where = { method = "chunk-array", size = 21244, heap = "gen", threshold = "default", machine = "this" },
  within = { "gen2_per_1000", 1105, absolute = 1, relative = 0.005 },
}

hp.check "within, relative" { -- expect: broken
  where = { method = "chunk-array", size = 21244, heap = "gen", threshold = "default", machine = "this" },
  within = { gen2_per_1000 = { 1105, relative = 0.004 } },
}

hp.check "a ratio above" { -- expect: holds
  where = { method = "chunk-array", heap = "dotnet", runtime = 10 },
  ratio = { "time_ns", of = { size = 21244 }, to = { size = 21243 }, above = 1.05 },
}

hp.check "a ratio in a range that it is not in" { -- expect: broken
  where = { method = "chunk-array", heap = "dotnet", runtime = 10 },
  ratio = { "time_ns", of = { size = 21244 }, to = { size = 21243 }, between = { 1.3, 1.4 } },
}

hp.check "a ratio of two methods" { -- expect: holds
  where = { heap = "dotnet", size = 21244 },
  ratio = { "time_ns", of = { method = "slice-array" }, to = { method = "chunk-array" }, below = 0.57 },
}

hp.check "a ratio without its other side" { -- expect: broken
  where = { method = "chunk-array", heap = "dotnet", runtime = 10 },
  ratio = { "time_ns", of = { size = 21244 }, to = { size = 999 }, above = 1.05 },
}

hp.check "the boundary, in every group" { -- expect: holds, holds
  where = { method = "chunk-array", heap = "gen", threshold = "default" },
  boundary = { "gen2_per_1000", over = "size", below = 21243, above = 21244, is = function(n) return n > 0 end },
}

hp.check "the moved boundary" { -- expect: holds
  where = { method = "chunk-array", heap = "gen", threshold = 196608 },
  boundary = { "gen2_per_1000", over = "size", below = 49145, above = 49146, is = function(n) return n > 0 end },
}

hp.check "a boundary one case too low" { -- expect: broken, broken
  where = { method = "chunk-array", heap = "gen", threshold = "default" },
  boundary = { "gen2_per_1000", over = "size", below = 20000, above = 21243, is = function(n) return n > 0 end },
}

hp.check "a boundary at a size that no case has" { -- expect: broken, broken
  where = { method = "chunk-array", heap = "gen", threshold = "default" },
  boundary = { "gen2_per_1000", over = "size", below = 21243, above = 21245, is = function(n) return n > 0 end },
}

hp.check "a boundary that does not exist" { -- expect: broken, broken
  where = { method = "chunk-array", heap = "gen", threshold = "default" },
  boundary = { "gen2_per_1000", over = "size", below = 21243, above = 21244, is = function(n) return n > 5000 end },
}

hp.check "a boundary the other way round" { -- expect: broken, broken
  where = { method = "chunk-array", heap = "gen", threshold = "default" },
  boundary = { "gen2_per_1000", over = "size", below = 21243, above = 21244, is = function(n) return n == 0 end },
}

hp.check "each case by itself" { -- expect: holds
  where = { method = "chunk-array", heap = "gen", threshold = 196608, held = false },
  each = function(case)
    hp.equal(case.chunk_count, (case.count + case.size - 1) // case.size)
    hp.that(case.allocated_bytes > 4000000, "more than the payload")
    hp.at_least(case.gen2_per_1000, 0)
  end,
}

hp.check "each, one of them off" { -- expect: broken
  where = { method = "chunk-array", heap = "gen", threshold = 196608, held = false },
  each = function(case) hp.at_most(case.gen2_per_1000, 0) end,
}

hp.check "each, a neighbour" { -- expect: holds
  where = { method = "chunk-array", heap = "dotnet", size = 21244 },
  each = function(case) hp.ratio(case.time, case.at { size = 21243 }.time, { above = 1.05 }) end,
}

hp.check "each, a neighbour that is not there" { -- expect: broken
  where = { method = "chunk-array", heap = "dotnet", size = 21244 },
  each = function(case) hp.ratio(case.time, case.at { size = 7 }.time, { above = 1.05 }) end,
}

hp.check "a text with hp.equal" { -- expect: holds
  where = { probe = "blocks" },
  each = function(case)
    hp.equal(case.result_type, "Int32[][]")
    hp.within(case.iterator_type_count, 2, { absolute = 0 })
    hp.within(case.iterator_type_count, 2.5, { absolute = 0.1, relative = 0.2 })
    hp.between(case.iterator_type_count, 1, 3)
  end,
}
