local t = setmetatable({}, { __index = function(_, k) return k end })
error({ code = t.x })
