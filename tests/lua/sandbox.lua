-- Each forbidden thing is not there, and each allowed one is harmless.
for _, name in ipairs { "io", "os", "debug", "package", "coroutine", "dofile", "loadfile", "load", "loadstring",
  "collectgarbage", "warn" } do
  assert(rawget(_G, name) == nil, name)
end
assert(string.dump == nil and ("").dump == nil)
assert(not pcall(setmetatable, {}, { __gc = function() end }))
assert(getmetatable("") == false)
assert(not pcall(setmetatable, hp, {}))
assert(getmetatable(hp) == false)
local locked = setmetatable({}, { __metatable = "mine" })
assert(not pcall(setmetatable, locked, {}))
assert(not pcall(require, "os"))
assert(not pcall(require, "../../etc/passwd"))
local ok, why = pcall(require, "heapproof.array")
assert(not ok and why:find('no module "heapproof.array"', 1, true) and why:find("lua/heapproof/arrays.lua", 1, true))
assert(setmetatable({}, { __index = { x = 1 } }).x == 1)
assert(not pcall(hp.equal, 1, 1))
assert(not pcall(hp.check))
assert(not pcall(string.rep, "x", 1 << 40))

hp.check "a case is closed" { -- expect: holds
  where = { probe = "blocks" },
  each = function(case)
    hp.that(getmetatable(case) == false and getmetatable(case.iterator_type_count) == false, "locked")
    hp.that(not pcall(rawset, case, "x", 1), "no rawset")
    hp.that(tostring(case):find("blocks", 1, true) ~= nil, "has words")
    hp.that(case.has "result_type" and not case.has "time_ns", "knows its metrics")
    hp.that(case.held == nil, "a parameter that other cases have is nil")
  end,
}
