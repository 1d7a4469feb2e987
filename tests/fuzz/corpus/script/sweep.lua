hp.sweep "s" { workload = "chunk", method = { "a", "b" }, with = { size = hp.range { from = 1, to = 9, step = 2 },
  n = { from = 1, to = 64, factor = 2 }, k = hp.around(5, 2) }, on = { heap = "gen" },
  where = { only = { size = 1 }, except = { { size = 3 } } }, zip = { "size", "n" } }
