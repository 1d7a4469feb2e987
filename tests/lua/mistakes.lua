-- What is wrong with a script, each at its line, all in one pass.

hp.check "unknown metric" {
  where = { method = "chunk-array" },
  equal = { "gen2_per_100", 0 }, -- expect error: unknown metric "gen2_per_100" - did you mean "gen2_per_1000"? (heapproof list metrics)
}

hp.check "unknown metric, short form" {
  equal = { alocated_bytes = 0 }, -- expect error: unknown metric "alocated_bytes" - did you mean "allocated_bytes"? (heapproof list metrics)
}

hp.check "unknown parameter" {
  where = { method = "chunk-array", sise = 20000 }, -- expect error: unknown parameter "sise" - did you mean "size"?
  equal = { "gen2_per_1000", 0 },
}

hp.check "unknown parameter in a ratio" {
  where = { method = "chunk-array" },
  ratio = { "time_ns", of = { treshold = 5 }, to = { threshold = 6 }, above = 1 }, -- expect error: unknown parameter "treshold" - did you mean "threshold"?
}

hp.check "unknown key" {
  equals = { "gen2_per_1000", 0 }, -- expect error: unknown key "equals" of hp.check - did you mean "equal"?
}

hp.check "nothing compared" { -- expect error: hp.check: nothing is compared - say one of equal, at_least, at_most, between, within, ratio, boundary, crossover, each
  where = { method = "chunk-array" },
}

hp.check "two comparisons" {
  equal = { "gen2_per_1000", 0 },
  at_most = { "gen2_per_1000", 0 }, -- expect error: hp.check: one comparison each - this one has equal and at_most
}

hp.check "no table" -- expect error: hp.check "no table" has no table { ... } after it

hp.check "not a number" {
  equal = { "gen2_per_1000", "none" }, -- expect error: gen2_per_1000: expected a number, not none
}

hp.check "a time is never equal" {
  equal = { "time_ns", 5 }, -- expect error: equal: two iterations never take the same time - use within, between or ratio
}

hp.check "worked out from two cases" {
  between = { "time_ratio", 1, 2 }, -- expect error: time_ratio is worked out from two cases - use ratio = { "time_ns", of = {...}, to = {...} } or an each function
}

hp.check "the wrong way round" {
  between = { "gen2_per_1000", 5, 1 }, -- expect error: gen2_per_1000: the lower bound comes first
}

hp.check "neither absolute nor relative" {
  within = { "gen2_per_1000", 5 }, -- expect error: within: say absolute = a, relative = r or both
}

hp.check "no bound" {
  ratio = { "time_ns", of = { size = 1 }, to = { size = 2 } }, -- expect error: ratio: say above = x, below = x or between = { low, high }, one of them
}

hp.check "no predicate" {
  boundary = { "gen2_per_1000", over = "size", below = 1, above = 2 }, -- expect error: boundary: is = function(n) return n > 0 end is missing
}

hp.check "no edge" {
  boundary = { "gen2_per_1000", over = "size", below = 1, is = function(n) return n > 0 end }, -- expect error: boundary: above is missing - the first size as a number
}

hp.check "a text has no order" {
  at_least = { "result_type", 5 }, -- expect error: result_type is a text: only equal judges it
}

hp.check "decides is a flag" {
  decides = "no", -- expect error: decides: expected true or false
  equal = { "gen2_per_1000", 0 },
}

hp.check "the reason is a text" {
  known = true, -- expect error: known: expected a text, not a boolean
  equal = { "gen2_per_1000", 0 },
}

hp.check "an empty list" {
  where = { size = {} }, -- expect error: size: an empty list matches nothing
  equal = { "gen2_per_1000", 0 },
}

hp.check "a function is no value" {
  where = { size = print }, -- expect error: size: expected a value or a list of values, not a function
  equal = { "gen2_per_1000", 0 },
}

hp.sweep "unknown key" {
  workload = "chunk",
  methods = { "chunk-array" }, -- expect error: unknown key "methods" of hp.sweep - did you mean "method"?
}

hp.sweep "no methods" { -- expect error: hp.sweep: expected method = {...} or probe = {...}, one of them
  workload = "chunk",
}

hp.sweep "unknown axis" {
  workload = "chunk", method = "chunk-array",
  on = { tresholds = "default" }, -- expect error: unknown key "tresholds" of on - did you mean "threshold"?
}

hp.sweep "a range that goes down" {
  workload = "chunk", method = "chunk-array",
  with = { size = { from = 9, to = 1, step = 1 } }, -- expect error: size: a range is { from = 1, to = 9, step = 2 } or { from = 1, to = 8, factor = 2 }, from not above to
}

hp.sweep "several at once" {
  workload = "chunk", method = "chunk-array",
  with = { size = { from = 9, to = 1, step = 1 } }, -- expect error: size: a range is { from = 1, to = 9, step = 2 } or { from = 1, to = 8, factor = 2 }, from not above to
  on = { tresholds = "default" }, -- expect error: unknown key "tresholds" of on - did you mean "threshold"?
  rounds = 0, -- expect error: rounds: expected a whole number, 1 to 100, not 0
}

hp.sweep "too many values" {
  workload = "chunk", method = "chunk-array",
  with = { size = hp.range { from = 1, to = 1e9, step = 1 } }, -- expect error: size: more than 10000 values
}

hp.check "a claim that no font of the report has: 漢" { -- expect error: hp.check: character 41 is U+6F22 漢, which the report's fonts do not have - write it in Latin or Cyrillic letters, digits and common punctuation
  equal = { "gen2_per_1000", 0 },
}

hp.check "a reason with a colour in it" {
  known = "\27[31mred", -- expect error: known: character 1 is the control character U+001B - write a space, or leave it out
  equal = { "gen2_per_1000", 0 },
}

hp.check "too long" {
  ru = ("x"):rep(201), -- expect error: ru: 201 characters, at most 200 fit - shorten it
  equal = { "gen2_per_1000", 0 },
}

hp.check "a bound that nothing crosses" {
  at_most = { "gen2_per_1000", 1 / 0 }, -- expect error: gen2_per_1000: expected a number, not inf
}

hp.check "a ratio that nothing crosses" {
  ratio = { "gen2_per_1000", of = { size = 1 }, to = { size = 2 }, below = math.huge }, -- expect error: ratio: say above = x, below = x or between = { low, high }, one of them
}

hp.check "as far as you like" {
  within = { "gen2_per_1000", 1, relative = 1 / 0 }, -- expect error: within: expected a number, not inf
}

hp.check "less than no distance" {
  within = { "gen2_per_1000", 1, absolute = -1 }, -- expect error: within: absolute and relative are distances, at least 0
}

hp.check "too long" { -- expect error: hp.check: mistakes.lua:133 claims the same in these words - say what differs
  equal = { "gen2_per_1000", 0 },
}
