-- Seed 000, ChunkProof, conclusions: what DOTNET_GCLOHThreshold does. Each setting is read back by allocating.

-- The probe that finds the boundary, under one setting.
local function setting(threshold, more)
  local where = { probe = "threshold", element = "int32", threshold = threshold }
  for key, value in pairs(more or {}) do where[key] = value end
  return where
end

---------------------------------------------------------------------------------------------------------------
-- Only upward.

hp.check "a setting below 85,000 leaves the boundary where it is without one" {
  ru = "настройка ниже 85 000 оставляет границу там же, где она без неё",
  seed = "000, conclusions",
  where = setting("default"),
  each = function(case)
    hp.equal(case.at { threshold = 50000 }.loh_threshold_bytes.median, case.loh_threshold_bytes.median)
  end,
}

hp.check "with a setting of 50,000 they begin at 85,000 bytes" {
  ru = "при настройке 50 000 большие объекты начинаются с 85 000 байт",
  seed = "000, conclusions",
  where = setting(50000),
  equal = { "loh_threshold_bytes", 85000 },
}

hp.check "and 12,494 int32, which take 50,000 bytes, stay in the ordinary heap" {
  ru = "а 12 494 int, то есть 50 000 байт, остаются в обычной куче",
  seed = "000, conclusions",
  where = setting(50000, { size = 12494 }),
  equal = { object_bytes = 50000, start_generation = 0 },
}

hp.check "a setting above 85,000 applies to the byte" {
  ru = "настройка выше 85 000 действует с точностью до байта",
  seed = "000, conclusions",
  where = setting(91237),
  equal = { "loh_threshold_bytes", 91237 },
}

hp.check "it takes 21,244 int32 out of the large object heap" {
  ru = "она выводит 21 244 int из кучи больших объектов",
  seed = "000, conclusions",
  where = setting(91237, { size = 21244 }),
  equal = { object_bytes = 85000, start_generation = 0 },
}

---------------------------------------------------------------------------------------------------------------
-- The runtime may limit it. .NET 8 does not: it aborts, and so is not asked.

hp.check "of a setting of 8 MiB .NET 9 and 10 apply 4,194,216 bytes" {
  ru = "из настройки 8 МиБ .NET 9 и 10 применяют 4 194 216 байт",
  seed = "000, conclusions",
  where = setting("default", { runtime = { 9, 10 } }),
  each = function(case)
    hp.equal(case.at { threshold = 8388608 }.loh_threshold_bytes.median, 4194216)
  end,
}
