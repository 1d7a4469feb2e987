-- What --explain lists: the cases of each check, with values.

hp.check "small chunks cost no full collection" {
  where = { method = "chunk-array", heap = "gen", threshold = "default", machine = "this", size = { 20000, 21243 } },
  equal = { "gen2_per_1000", 0 },
}

hp.check "one element more and every pass costs full collections" {
  where = { method = "chunk-array", heap = "gen", threshold = "default", machine = "this", held = false },
  boundary = { "gen2_per_1000", over = "size", below = 21243, above = 21244, is = function(n) return n > 0 end },
}

hp.check "past the boundary a pass is slower" {
  where = { heap = "dotnet", method = "chunk-array", runtime = 10, size = 21244 },
  each = function(case) hp.ratio(case.time, case.at { size = 21243 }.time, { above = 1.05 }) end,
}

hp.check "nobody" {
  where = { method = "chunk-arry" },
  equal = { "gen2_per_1000", 0 },
}
