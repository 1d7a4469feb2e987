hp.check "one more" {
  ru = "ещё один", seed = "000, story 2", known = "why", decides = false,
  where = { method = "chunk-array", size = { 21243, "20KiB" }, held = false },
  equal = { gen2_per_1000 = 0 },
}
hp.check "b" { boundary = { "gen2_per_1000", over = "size", below = 21243, above = 21244, is = function(n) return n > 0 end } }
hp.check "r" { ratio = { "gen2_per_1000", of = { size = 21244 }, to = { held = false }, between = { 1, 2 } } }
hp.check "w" { within = { "gen2_per_1000", 5, relative = 0.1 } }
