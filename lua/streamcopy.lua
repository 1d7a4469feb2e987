-- Seed 002, PoolProof: where the buffer of Stream.CopyTo goes. And what seed 004 says about handing streams on.
--
-- Every check states one claim of the documents. `seed` is its place there, the numbers are the printed ones.
-- A claim is judged on each heap, machine and threshold setting by itself, and for every runtime that it names
-- or leaves open.

-- The first copy of a process, of a source longer than any buffer.
local function first(where)
  where.probe, where.copy, where.length = "copy", "first", 1000000
  return where
end

---------------------------------------------------------------------------------------------------------------
-- Seed 002. The buffer of CopyTo.

hp.check "CopyTo asks for a buffer of 81,920 bytes" {
  ru = "размер буфера по умолчанию у Stream.CopyTo - 81 920 байт",
  seed = "002, intro",
  where = first { kind = "file" },
  equal = { "buffer_bytes", 81920 },
}

hp.check "the pool gives it an array of 131,072" {
  ru = "длина массива в бакете - 131 072 байта",
  seed = "002, intro",
  where = first { kind = { "file", "file-async", "memory-subclass" } },
  equal = { "bucket_length", 131072 },
}

hp.check "the first copy of a file allocates 139,296 bytes" {
  ru = "FileStream.CopyTo выделяет 139 296 байт на первом копировании",
  seed = "002, results",
  where = first { kind = "file", threshold = "default" },
  equal = { "allocated_approx_bytes", 139296 },
}

hp.check "and so does CopyToAsync" {
  ru = "CopyToAsync - столько же",
  seed = "002, results",
  where = first { kind = "file-async", threshold = "default" },
  equal = { "allocated_approx_bytes", 139296 },
}

hp.check "and so does a subclass of MemoryStream" {
  ru = "и наследники MemoryStream",
  seed = "002, results",
  where = first { kind = "memory-subclass", threshold = "default" },
  equal = { "allocated_approx_bytes", 139296 },
}

hp.check "a MemoryStream itself allocates nothing" {
  ru = "MemoryStream без наследования не выделяет ничего",
  seed = "002, results",
  where = first { kind = "memory" },
  equal = { allocated_bytes = 0, allocated_approx_bytes = 0 },
}

hp.check "the array of the pool stays in the large object heap" {
  ru = "массив пула остаётся в куче больших объектов",
  seed = "002, results",
  where = first { kind = { "file", "file-async", "memory-subclass" }, threshold = "default" },
  equal = { "loh_growth_bytes", 131128 },
}

hp.check "from 65,537 bytes on the buffer is a large object" {
  ru = "аренда отправляет массив в кучу больших объектов с размера 65 537",
  seed = "002, intro",
  where = { probe = "copy", kind = "file", copy = "first", threshold = "default", machine = "this", runtime = 10 },
  boundary = { "loh_growth_bytes", over = "length", below = 65536, above = 65537, is = function(n) return n > 0 end },
}

hp.check "with the threshold at 196,608 bytes it is none" {
  ru = "с порогом 196 608 байт буфер остаётся в обычной куче",
  seed = "002, notes",
  where = { probe = "copy", kind = { "file", "file-async", "memory-subclass" }, copy = "first", threshold = "196608" },
  equal = { "loh_growth_bytes", 0 },
}

hp.check "a later copy of the process finds the array in the pool and allocates nothing" {
  ru = "второй отчёт того же процесса показывает нулевой прирост",
  seed = "002, notes on measuring",
  where = { probe = "copy", copy = "later" },
  equal = { allocated_bytes = 0, allocated_approx_bytes = 0, loh_growth_bytes = 0 },
}

hp.check "no source that has been copied before allocates for a copy" {
  ru = "после первого копирования ни один источник ничего не выделяет",
  seed = "002, notes on measuring",
  where = { method = { "copy", "copy-overlapped" } },
  equal = { "allocated_bytes", 0 },
}

---------------------------------------------------------------------------------------------------------------
-- Seed 004. Downloading: the stream of the response, or a MemoryStream.

hp.check "a stream told to start at 128 has an array of 128" {
  ru = "первоначально ему говорим: размер 128",
  seed = "004, downloading",
  where = { method = "grow", initial_capacity = 128 },
  equal = { "initial_length", 128 },
}

hp.check "128 is not enough, 256 is made" {
  ru = "128 не хватило, создадим 256",
  seed = "004, downloading",
  where = { method = "grow", initial_capacity = 128 },
  equal = { "grown_length", 256 },
}

hp.check "without a capacity there is no array at first, then 256" {
  ru = "без начальной ёмкости массива нет, потом 256",
  seed = "004, downloading",
  where = { method = "grow", initial_capacity = 0 },
  equal = { initial_length = 0, grown_length = 256 },
}

hp.check "eight million bytes make seven arrays, each twice as long as the one before" {
  ru = "восемь миллионов байт - семь массивов, каждый вдвое длиннее",
  seed = "004, downloading",
  where = { probe = "growth", length = 8000000 },
  equal = { arrays_count = 7, final_length = 8388608 },
}

hp.check "all in all these are 16,646,376 bytes" {
  ru = "всего это 16 646 376 байт",
  seed = "004, downloading",
  where = { method = "grow", length = 8000000 },
  equal = { "allocated_bytes", 16646376 },
}

hp.check "a long response in a MemoryStream costs full collections, a short one none" {
  ru = "MemoryStream на длинный ответ стоит полных сборок, на короткий - нет",
  seed = "004, downloading",
  where = { method = "grow", kind = "forward-only" },
  boundary = { "gen2_per_1000", over = "length", below = 10000, above = 1000000, is = function(n) return n > 0 end },
}

hp.check "handing its stream on allocates nothing" {
  ru = "стрим отдаём сразу и ничего не выделяем",
  seed = "004, downloading",
  where = { method = "stream" },
  equal = { allocated_bytes = 0, gen2_per_1000 = 0 },
}

---------------------------------------------------------------------------------------------------------------
-- Seed 004. Uploading: what can be sent again.

hp.check "a source that cannot go back loses what a broken connection did not take" {
  ru = "поток, который нельзя перечитать, после обрыва теряется",
  seed = "004, uploading",
  where = { probe = "retry", kind = "forward-only", of = "single-unsigned" },
  equal = { "lost_bytes", 606784 },
}

hp.check "a file can be read again" {
  ru = "файл можно прочитать ещё раз",
  seed = "004, uploading",
  where = { probe = "retry", kind = "file", of = "single-unsigned" },
  equal = { lost_bytes = 0, sent_bytes = 1393216 },
}

hp.check "parts that are kept in a buffer lose nothing, whatever the source" {
  ru = "части в буфере не теряют ничего, каков бы ни был источник",
  seed = "004, uploading",
  where = { probe = "retry", of = { "parts-rented", "parts-new" } },
  equal = { lost_bytes = 0, sent_bytes = 1000000 },
}

hp.check "a rented array for each part allocates nothing" {
  ru = "арендованный массив на часть ничего не выделяет",
  seed = "004, uploading",
  where = { method = "parts-rented" },
  equal = { allocated_bytes = 0, gen2_per_1000 = 0 },
}

hp.check "a new array for each part allocates all that is sent" {
  ru = "новый массив на часть выделяет всё, что отправлено",
  seed = "004, uploading",
  where = { method = "parts-new" },
  equal = { "allocated_bytes", 8000192 },
}
