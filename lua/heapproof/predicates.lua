-- Predicates for boundary checks, under names that read well.
--   local is = require "heapproof.predicates"
--   boundary = { "gen2_per_1000", over = "size", below = 21243, above = 21244, is = is.any }
local predicates = {}

function predicates.any(n) return n > 0 end

function predicates.none(n) return n == 0 end

function predicates.at_least(bound)
  return function(n) return n >= bound end
end

function predicates.at_most(bound)
  return function(n) return n <= bound end
end

return predicates
