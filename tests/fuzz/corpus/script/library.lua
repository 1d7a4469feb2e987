require "heapproof.arrays"
local s = ("x"):rep(3) .. utf8.char(228) print(s, #s, s:upper())
pcall(error)
