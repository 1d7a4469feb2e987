-- Arithmetic of arrays as .NET lays them out on x64: header 24 bytes, elements, rounded up to 8.
--   local arrays = require "heapproof.arrays"
local arrays = {}

local element_bytes = {
  byte = 1, uninit8 = 1, int16 = 2, char = 2, int32 = 4, int64 = 8, double = 8, reference = 8, struct16 = 16,
}
local header_bytes = 24

local function width(element)
  return element_bytes[element] or error('unknown element "' .. tostring(element) .. '"', 3)
end

--- Bytes that an array asks for; the heap compares this with its threshold.
function arrays.requested(element, length)
  return header_bytes + width(element) * length
end

--- Bytes that the array takes on the heap.
function arrays.occupied(element, length)
  return (arrays.requested(element, length) + 7) // 8 * 8
end

--- The first length whose array reaches `threshold` bytes.
function arrays.first_length(element, threshold)
  local bytes = width(element)
  return (threshold - header_bytes + bytes - 1) // bytes
end

return arrays
