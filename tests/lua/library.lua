-- The shipped modules, and what Lua itself still offers.
local arrays = require "heapproof.arrays"
local is = require "heapproof.predicates"

assert(arrays == require "heapproof.arrays")
assert(arrays.requested("int32", 21243) == 84996)
assert(arrays.occupied("int32", 21243) == 85000)
assert(arrays.first_length("int32", 85000) == 21244)
assert(arrays.first_length("int32", 196608) == 49146)
assert(arrays.first_length("reference", 85000) == 10622)
assert(arrays.first_length("byte", 85000) == 84976)
assert(not pcall(arrays.requested, "int33", 1))
assert(is.any(1) and not is.any(0) and is.none(0) and not is.none(1))
assert(is.at_least(2)(2) and not is.at_least(2)(1) and is.at_most(2)(2) and not is.at_most(2)(3))
assert(("x"):rep(3) == "xxx" and table.concat({ 1, 2 }, "-") == "1-2" and math.floor(1.5) == 1)
assert(math.random(1000000) == math.random(1000000) or true)

hp.check "a predicate by name" { -- expect: holds
  where = { method = "chunk-array", heap = "gen", threshold = "default", machine = "this" },
  boundary = { "gen2_per_1000", over = "size", below = 21243, above = 21244, is = is.any },
}

hp.check "the claim follows from the arithmetic" { -- expect: holds
  where = { method = "chunk-array", heap = "gen", threshold = 196608, held = false },
  each = function(case)
    local large = case.size >= arrays.first_length(case.element, case.threshold)
    hp.that((case.gen2_per_1000 > 0) == large, "collections exactly past the boundary")
  end,
}
