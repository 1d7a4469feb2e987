-- Errors while a function of a check runs: the place, and who called.

local function half(case) return case.alocated_bytes end -- expect error: a case has no "alocated_bytes" - did you mean "allocated_bytes"?

hp.check "a slip in a field" {
  where = { method = "chunk-array", heap = "gen" },
  each = function(case) hp.equal(half(case), 1) end,
}

hp.check "results are read-only" {
  where = { method = "chunk-array", heap = "gen" },
  each = function(case) case.size = 1 end, -- expect error: results cannot be changed
}

hp.check "a field of a metric" {
  where = { method = "chunk-array", heap = "gen" },
  each = function(case) hp.equal(case.allocated_bytes.medain, 1) end, -- expect error: a metric has no "medain" - did you mean "median"?
}

hp.check "nothing compared" { -- expect error each: the function compares nothing
  where = { probe = "blocks" },
  each = function() end,
}

hp.check "a predicate that fails" {
  where = { method = "chunk-array", heap = "gen" },
  boundary = { "gen2_per_1000", over = "size", below = 1, above = 2, is = function(n) return n.x end }, -- expect error: attempt to index a number value (local 'n')
}

hp.check "an error table" {
  where = { probe = "blocks" },
  each = function() error({ code = 1 }) end, -- expect error: an error table { code = 1 } - error("words") or a table with __tostring says what is wrong
}

hp.check "a failed assert" {
  where = { probe = "blocks" },
  each = function(case) assert(case.iterator_type_count < 2, "two kinds") end, -- expect error: two kinds
}

hp.check "different metrics have no ratio" {
  where = { probe = "blocks" },
  each = function(case) hp.ratio(case.iterator_type_count, case.result_type, { above = 1 }) end, -- expect error: hp.ratio: expected the same metric of two cases
}
