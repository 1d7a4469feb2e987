-- Seed 000, ChunkProof: what Enumerable.Chunk costs around the large object boundary.
--
-- Every check states one claim of the document. `seed` is its place there, the numbers are the printed ones.
-- A claim is judged on each heap, machine and threshold setting by itself, and for every runtime that it names
-- or leaves open. Claims about time speak of .NET on the machine at hand: they are shown and decide nothing.

-- One pass over a million int32.
local function million(where)
  where.count, where.element = 1000000, "int32"
  return where
end

---------------------------------------------------------------------------------------------------------------
-- Story 1. A chunk of 25,000 against a chunk of 20,000, chunks kept until the pass ends.

hp.check "an array of 20,000 int32 takes 80,024 bytes" {
  ru = "массив на 20 000 int занимает 80 024 байта",
  seed = "000, story 1",
  where = { probe = "threshold", element = "int32", size = 20000 },
  equal = { "object_bytes", 80024 },
}

hp.check "an array of 25,000 int32 takes 100,024 bytes" {
  ru = "массив на 25 000 int занимает 100 024 байта",
  seed = "000, story 1",
  where = { probe = "threshold", element = "int32", size = 25000 },
  equal = { "object_bytes", 100024 },
}

hp.check "an array's header takes 24 bytes, on int32 as on int64" {
  ru = "заголовок массива занимает 24 байта: и у int, и у long",
  seed = "000, story 2",
  where = { probe = "threshold", element = { "int32", "int64" } },
  equal = { "header_bytes", 24 },
}

hp.check "a million in chunks of 25,000 is forty chunks" {
  ru = "миллион по 25 000 - это сорок чанков",
  seed = "000, story 1",
  where = million { method = "chunk-array", size = 25000, held = true },
  equal = { "chunk_count", 40 },
}

hp.check "keeping chunks of 20,000 allocates 4,002,408 bytes a pass" {
  ru = "чанки по 20 000, которые остаются в памяти: 4 002 408 байт за проход",
  seed = "000, story 1",
  where = million { method = "chunk-array", size = 20000, held = true, runtime = { 9, 10 } },
  equal = { "allocated_bytes", 4002408 },
}

hp.check "chunks of 25,000 need about the same: 3,909.26 KiB were printed" {
  ru = "чанкам по 25 000 нужно почти столько же: напечатано 3909,26 КБ",
  seed = "000, story 1",
  decides = false,
  where = million { method = "chunk-array", size = 25000, held = true, runtime = { 9, 10 } },
  within = { "allocated_bytes", 4003082, relative = 0.0003 },
}

hp.check "kept chunks of 20,000 cost no full collection" {
  ru = "на чанке 20 000 сборок второго поколения нет",
  seed = "000, story 1",
  where = million { method = "chunk-array", size = 20000, held = true },
  equal = { "gen2_per_1000", 0 },
}

hp.check "forty kept chunks are 4,000,960 live bytes in the large object heap" {
  ru = "сорок чанков - 4 000 960 байт живого в куче больших объектов",
  seed = "000, story 1",
  where = million { probe = "memory", of = "chunk-array", size = 25000, held = true, threshold = "default", runtime = { 9, 10 } },
  equal = { "loh_live_bytes", 4000960 },
}

hp.check "the process-wide counter says 4,009,160 bytes for them" {
  ru = "общий счётчик процесса показывает для них 4 009 160 байт",
  seed = "000, story 1",
  where = million { probe = "memory", of = "chunk-array", size = 25000, held = true, threshold = "default", runtime = { 9, 10 } },
  equal = { "allocated_approx_bytes", 4009160 },
}

---------------------------------------------------------------------------------------------------------------
-- Story 2. Where the boundary is.

hp.check "21,243 int32 are 84,996 bytes" {
  ru = "21 243 int - это 84 996 байт",
  seed = "000, story 2",
  where = { probe = "threshold", element = "int32", size = 21243 },
  equal = { "object_bytes", 84996 },
}

hp.check "21,244 int32 are 85,000 bytes" {
  ru = "21 244 int - это 85 000 байт",
  seed = "000, story 2",
  where = { probe = "threshold", element = "int32", size = 21244 },
  equal = { "object_bytes", 85000 },
}

hp.check "large objects begin at 85,000 bytes" {
  ru = "большие объекты начинаются с 85 000 байт",
  seed = "000, story 2",
  where = { probe = "threshold", threshold = "default" },
  equal = { "loh_threshold_bytes", 85000 },
}

hp.check "the first large array of int32 has 21,244 elements and 85,000 bytes" {
  ru = "первый большой массив int: 21 244 элемента, 85 000 байт",
  seed = "000, story 2",
  where = { probe = "threshold", element = "int32", threshold = "default" },
  equal = { first_length = 21244, first_bytes = 85000 },
}

hp.check "the first large array of references has 10,622 elements and 85,000 bytes" {
  ru = "первый большой массив ссылок: 10 622 элемента, 85 000 байт",
  seed = "000, story 2",
  where = { probe = "threshold", element = "reference", threshold = "default" },
  equal = { first_length = 10622, first_bytes = 85000 },
}

hp.check "the first large array of int64 has 10,622 elements and 85,000 bytes" {
  ru = "первый большой массив long: 10 622 элемента, 85 000 байт",
  seed = "000, story 2",
  where = { probe = "threshold", element = "int64", threshold = "default" },
  equal = { first_length = 10622, first_bytes = 85000 },
}

hp.check "the first large array of bytes has 84,976 elements and 85,000 bytes" {
  ru = "первый большой массив byte: 84 976 элементов, 85 000 байт",
  seed = "000, story 2",
  where = { probe = "threshold", element = "byte", threshold = "default" },
  equal = { first_length = 84976, first_bytes = 85000 },
}

hp.check "an array that reaches the boundary is born in the oldest generation" {
  ru = "массив на границе сразу во втором поколении",
  seed = "000, story 2",
  where = { probe = "threshold", element = "int32", size = { 21244, 25000 }, threshold = "default" },
  equal = { "start_generation", 2 },
}

hp.check "an array of 20,000 int32 is born in the youngest generation" {
  ru = "массив на 20 000 int остаётся в обычной куче",
  seed = "000, story 2",
  where = { probe = "threshold", element = "int32", size = 20000 },
  equal = { "start_generation", 0 },
}

hp.check "a batch of 10,000 references stays in the ordinary heap" {
  ru = "батч на 10 000 ссылок остаётся в обычной куче",
  seed = "000, story 2",
  where = { probe = "threshold", element = "reference", size = 10000 },
  equal = { "start_generation", 0 },
}

hp.check "a batch of 20,000 references goes to the large object heap" {
  ru = "батч на 20 000 ссылок попадает в кучу больших объектов",
  seed = "000, story 2",
  where = { probe = "threshold", element = "reference", size = 20000, threshold = "default" },
  equal = { "start_generation", 2 },
}

hp.check "one element more and every pass costs full collections" {
  ru = "один лишний элемент - и каждый проход стоит полных сборок",
  seed = "000, story 2",
  where = million { method = "chunk-array", held = false, threshold = "default" },
  boundary = { "gen2_per_1000", over = "size", below = 21243, above = 21244, is = function(n) return n > 0 end },
}

hp.check "the boundary is the same when the chunks are kept" {
  ru = "граница та же, когда чанки остаются в памяти",
  seed = "000, story 1",
  where = million { method = "chunk-array", held = true, threshold = "default", machine = "this" },
  boundary = { "gen2_per_1000", over = "size", below = 21243, above = 21244, is = function(n) return n > 0 end },
}

hp.check "past the boundary a pass costs at least one full collection" {
  ru = "за границей на проход приходится хотя бы одна полная сборка",
  seed = "000, story 2",
  where = million { method = "chunk-array", held = false, threshold = "default", size = { 21244, 25000 } },
  at_least = { "gen2_per_1000", 1000 },
}

hp.check "further up nothing is added: 25,000 costs as many as 21,244" {
  ru = "дальше ничего не добавляется: на 25 000 сборок столько же",
  seed = "000, story 2",
  where = million { method = "chunk-array", held = false, threshold = "default" },
  ratio = { "gen2_per_1000", of = { size = 25000 }, to = { size = 21244 }, between = { 0.95, 1.05 } },
}

hp.check "a pass below the boundary allocates 4,001,408 bytes" {
  ru = "проход под границей запрашивает 4 001 408 байт",
  seed = "000, story 2",
  where = million { method = "chunk-array", size = 21243, held = false, runtime = { 9, 10 } },
  equal = { "allocated_bytes", 4001408 },
}

hp.check "at 20,000 .NET 9 and 10 allocate the same 4,001,264 bytes" {
  ru = "на 20 000 .NET 9 и 10 запрашивают одни и те же 4 001 264 байта",
  seed = "000, story 2",
  where = million { method = "chunk-array", size = 20000, held = false, threshold = "default", runtime = { 9, 10 } },
  equal = { "allocated_bytes", 4001264 },
}

hp.check "a pass above the boundary allocates 4,001,216 bytes, no more" {
  ru = "проход за границей запрашивает 4 001 216 байт, не больше",
  seed = "000, story 2",
  where = million { method = "chunk-array", size = 21244, held = false, runtime = { 9, 10 } },
  equal = { "allocated_bytes", 4001216 },
}

---------------------------------------------------------------------------------------------------------------
-- Story 3. The cause: the same chunks outside the large object heap.

hp.check "the setting 0x30000 applies as 196,608 bytes" {
  ru = "настройка 0x30000 применилась как 196 608 байт",
  seed = "000, story 3",
  where = { probe = "threshold", threshold = 196608 },
  equal = { "loh_threshold_bytes", 196608 },
}

hp.check "with it the first large array of int32 has 49,146 elements" {
  ru = "с ней первый большой массив int - 49 146 элементов",
  seed = "000, story 3",
  where = { probe = "threshold", element = "int32", threshold = 196608 },
  equal = { "first_length", 49146 },
}

hp.check "and the first large array of references has 24,573" {
  ru = "а массив ссылок - 24 573",
  seed = "000, story 3",
  where = { probe = "threshold", element = "reference", threshold = 196608 },
  equal = { "first_length", 24573 },
}

hp.check "no chunk of the measurement gets into the large object heap any more" {
  ru = "ни один чанк из замера в кучу больших объектов больше не попадает",
  seed = "000, story 3",
  where = { probe = "threshold", element = "int32", size = { 20000, 21243, 21244, 25000 }, threshold = 196608 },
  equal = { "start_generation", 0 },
}

hp.check "moving the threshold to 196,608 moves the boundary to 49,146" {
  ru = "порог 196 608 сдвигает границу к 49 146",
  seed = "000, story 3",
  where = million { method = "chunk-array", held = false, threshold = 196608, runtime = 10 },
  boundary = { "gen2_per_1000", over = "size", below = 49145, above = 49146, is = function(n) return n > 0 end },
}

hp.check "it moves for kept chunks as well" {
  ru = "и для чанков, которые остаются в памяти",
  seed = "000, story 3",
  where = million { method = "chunk-array", held = true, threshold = 196608, runtime = 10 },
  boundary = { "gen2_per_1000", over = "size", below = 49145, above = 49146, is = function(n) return n > 0 end },
}

hp.check "with the raised threshold full collections cease" {
  ru = "с поднятым порогом сборки второго поколения прекращаются",
  seed = "000, story 3",
  where = million { probe = "collect", of = "chunk-array", size = 21244, held = false, threshold = 196608 },
  equal = { "gen2_per_1000", 0 },
}

hp.check "the load is removed, not moved: fewer collections of all generations" {
  ru = "нагрузка не переходит в другое поколение, а снимается: всего сборок меньше",
  seed = "000, story 3",
  where = million { probe = "collect", of = "chunk-array", size = 21244, held = false },
  ratio = { "gc_per_pass", of = { threshold = 196608 }, to = { threshold = "default" }, below = 1 },
}

hp.check "every collection that large chunks ask for is a full one" {
  ru = "каждая сборка, которую вызывают большие чанки, - полная",
  seed = "000, story 1",
  where = million { probe = "collect", of = "chunk-array", size = 21244, held = false, threshold = "default" },
  each = function(case) hp.equal(case.gc_per_pass.median - case.gen2_count.median, 0) end,
}

hp.check "41 to 48 collections a pass before, on the four machines of the document" {
  ru = "до этого 41-48 сборок на проход на четырёх машинах",
  seed = "000, story 3",
  decides = false,
  where = million { probe = "collect", of = "chunk-array", size = 21244, held = false, threshold = "default" },
  between = { "gc_per_pass", 41, 48 },
}

hp.check "9 to 15 after" {
  ru = "после 9-15",
  seed = "000, story 3",
  decides = false,
  where = million { probe = "collect", of = "chunk-array", size = 21244, held = false, threshold = 196608 },
  between = { "gc_per_pass", 9, 15 },
}

---------------------------------------------------------------------------------------------------------------
-- Story 4. The first chunk of a source of unknown length.

local first = { probe = "blocks", element = "int32", size = 20000, source = { "list", "generator" }, chunk = "first" }

hp.check "14 arrays stand behind the first chunk of 20,000; 13 of them are garbage" {
  ru = "под первый чанк создаётся 14 массивов, 13 из них - мусор",
  seed = "000, story 4",
  where = first,
  equal = { arrays_count = 14, garbage_arrays_count = 13 },
}

hp.check "they grow from 4 by twelve doublings to 16,384" {
  ru = "от 4 элементов двенадцать удвоений до 16 384",
  seed = "000, story 4",
  where = first,
  equal = { first_array_length = 4, doublings = 12, last_doubled_length = 16384 },
}

hp.check "together 52,764 elements, 211,056 bytes" {
  ru = "все вместе - 52 764 элемента, 211 056 байт",
  seed = "000, story 4",
  where = first,
  equal = { elements_count = 52764, payload_bytes = 211056 },
}

hp.check "with headers and 112 bytes of iterators 211,504 bytes" {
  ru = "с заголовками и 112 байтами итератора - 211 504 байта",
  seed = "000, story 4",
  where = first,
  equal = { iterator_bytes = 112, allocated_bytes = 211504 },
}

hp.check "the second chunk is one array of 80,024 bytes" {
  ru = "второй чанк - один массив на 80 024 байта",
  seed = "000, story 4",
  where = { probe = "blocks", element = "int32", size = 20000, source = { "list", "generator" }, chunk = "second" },
  equal = { allocated_bytes = 80024, arrays_count = 1 },
}

hp.check "the other counter agrees on the first chunk" {
  ru = "второй счётчик сходится на первом чанке",
  seed = "000, story 4",
  where = { method = "chunk-generator", element = "int32", size = 20000, held = false, take = 1 },
  equal = { "allocated_bytes", 211504 },
}

hp.check "and on the first two" {
  ru = "и на первых двух",
  seed = "000, story 4",
  where = { method = "chunk-generator", element = "int32", size = 20000, held = false, take = 2 },
  equal = { "allocated_bytes", 291528 },
}

hp.check "so the second one costs 80,024 bytes" {
  ru = "значит, второй стоит 80 024 байта",
  seed = "000, story 4",
  where = { method = "chunk-generator", element = "int32", size = 20000, held = false, take = 2 },
  each = function(case)
    local before = case.at { take = 1 }
    hp.equal(case.allocated_bytes.median - before.allocated_bytes.median, 80024)
  end,
}

---------------------------------------------------------------------------------------------------------------
-- Story 5. An array has an implementation of its own, a list has not.

hp.check "on .NET 8 all sources share one iterator type" {
  ru = "на .NET 8 тип итератора один на все источники",
  seed = "000, story 5",
  where = { probe = "blocks", element = "int32", size = 20000, runtime = 8 },
  equal = { "iterator_type_count", 1 },
}

hp.check "from .NET 9 on there are two: arrays have their own" {
  ru = "с .NET 9 их два: у массива свой",
  seed = "000, story 5",
  where = { probe = "blocks", element = "int32", size = 20000, runtime = { 9, 10 } },
  equal = { "iterator_type_count", 2 },
}

hp.check "on an empty array no iterator is made: the answer is Int32[][]" {
  ru = "на пустом массиве итератор не создаётся: возвращается Int32[][]",
  seed = "000, story 5",
  where = { probe = "blocks", element = "int32", source = "array", count = 0, runtime = { 9, 10 } },
  equal = { result_type = "Int32[][]" },
}

---------------------------------------------------------------------------------------------------------------
-- Story 6. What replaces Chunk.

hp.check "Chunk on an array allocates 4,001,264 bytes a pass" {
  ru = "Chunk на массиве запрашивает 4 001 264 байта",
  seed = "000, story 6",
  where = million { method = "chunk-array", size = 20000, held = false, runtime = { 9, 10 } },
  equal = { "allocated_bytes", 4001264 },
}

hp.check "a slice allocates nothing" {
  ru = "ReadOnlySpan<int>.Slice - ноль",
  seed = "000, story 6",
  where = million { method = { "slice-array", "slice-list" }, size = 20000 },
  equal = { "allocated_bytes", 0 },
}

hp.check "an own buffer allocates 80,064 bytes: one array and the source's iterator" {
  ru = "свой буфер запрашивает 80 064 байта: один массив и итератор источника",
  seed = "000, story 6",
  where = million { method = "own-buffer", size = 20000, source = "generator" },
  equal = { "allocated_bytes", 80064 },
}

hp.check "a buffer from the pool allocates 40 bytes" {
  ru = "буфер из пула - 40 байт",
  seed = "000, story 6",
  where = million { method = "pooled-buffer", size = 20000, source = "generator" },
  equal = { "allocated_bytes", 40 },
}

hp.check "what replaces Chunk costs no full collection, whatever the size" {
  ru = "замены не стоят полных сборок при любом размере",
  seed = "000, story 6",
  where = million { method = { "slice-array", "slice-list" } },
  equal = { "gen2_per_1000", 0 },
}

hp.check "Skip with Take on a thousand elements allocates 960 bytes" {
  ru = "Skip с Take на тысяче элементов - 960 байт",
  seed = "000, story 6",
  where = { method = "skip-take", count = 1000, size = 100, element = "int32", runtime = { 9, 10 } },
  equal = { "allocated_bytes", 960 },
}

hp.check "Chunk on an array of a thousand allocates 4,304 bytes" {
  ru = "Chunk на массиве из тысячи - 4 304 байта",
  seed = "000, story 6",
  where = { method = "chunk-array", count = 1000, size = 100, element = "int32", held = false, runtime = { 9, 10 } },
  equal = { "allocated_bytes", 4304 },
}

---------------------------------------------------------------------------------------------------------------
-- What crossing costs in time. On .NET only; the document's ranges are over four machines.

local dotnet = { heap = "dotnet", machine = "this" }

local function timed(more)
  for key, value in pairs(dotnet) do more[key] = value end
  return million(more)
end

hp.check "kept chunks of 25,000 take 1.52 to 2.74 times as long as chunks of 20,000" {
  ru = "чанк на 25 000 обрабатывается в 1,52-2,74 раза дольше, чем на 20 000",
  seed = "000, story 1", decides = false,
  where = timed { method = "chunk-array", held = true, threshold = "default", runtime = 10 },
  ratio = { "time_ns", of = { size = 25000 }, to = { size = 20000 }, between = { 1.52, 2.74 } },
}

hp.check "a slice does not care: 25,000 takes as long as 20,000" {
  ru = "у ReadOnlySpan<int>.Slice время не меняется",
  seed = "000, story 1", decides = false,
  where = timed { method = "slice-array", threshold = "default", runtime = 10 },
  ratio = { "time_ns", of = { size = 25000 }, to = { size = 20000 }, between = { 0.95, 1.05 } },
}

hp.check "one element more makes a pass 1.07 to 1.28 times as long" {
  ru = "один лишний элемент - время растёт в 1,07-1,28 раза",
  seed = "000, story 2", decides = false,
  where = timed { method = "chunk-array", held = false, threshold = "default", runtime = 10 },
  ratio = { "time_ns", of = { size = 21244 }, to = { size = 21243 }, between = { 1.07, 1.28 } },
}

hp.check "with the threshold raised the size does not matter" {
  ru = "с поднятым порогом размер чанка на время не влияет",
  seed = "000, story 3", decides = false,
  where = timed { method = "chunk-array", held = false, threshold = 196608, runtime = 10 },
  ratio = { "time_ns", of = { size = 21244 }, to = { size = 21243 }, between = { 0.98, 1.01 } },
}

hp.check "a list takes 5.58 to 7.14 times an array's time on a million" {
  ru = "List<int> отстаёт от массива в 5,58-7,14 раза на миллионе",
  seed = "000, story 5", decides = false,
  where = timed { size = 1000, held = false, threshold = "default", runtime = 10 },
  ratio = { "time_ns", of = { method = "chunk-list" }, to = { method = "chunk-array" }, between = { 5.58, 7.14 } },
}

hp.check "from .NET 8 to .NET 10 the array became 4.33 to 5.60 times faster" {
  ru = "между .NET 8 и .NET 10 массив ускорился в 4,33-5,60 раза",
  seed = "000, story 5", decides = false,
  where = timed { method = "chunk-array", size = 1000, held = false, threshold = "default" },
  ratio = { "time_ns", of = { runtime = 8 }, to = { runtime = 10 }, between = { 4.33, 5.60 } },
}

hp.check "from .NET 8 to .NET 9 a list takes as long as before" {
  ru = "от .NET 8 к .NET 9 список не меняется",
  seed = "000, story 5", decides = false,
  where = timed { method = "chunk-list", size = 1000, held = false, threshold = "default" },
  ratio = { "time_ns", of = { runtime = 9 }, to = { runtime = 8 }, between = { 0.95, 1.05 } },
}

hp.check "and so does a generator" {
  ru = "и генератор тоже",
  seed = "000, story 5", decides = false,
  where = timed { method = "chunk-generator", size = 1000, held = false, take = 0, threshold = "default" },
  ratio = { "time_ns", of = { runtime = 9 }, to = { runtime = 8 }, between = { 0.95, 1.05 } },
}

hp.check "slicing a list takes as long as slicing an array" {
  ru = "срезы списка берут столько же времени, сколько срезы массива",
  seed = "000, story 6", decides = false,
  where = timed { size = 20000, threshold = "default", runtime = 10 },
  ratio = { "time_ns", of = { method = "slice-list" }, to = { method = "slice-array" }, between = { 0.95, 1.05 } },
}

hp.check "a slice takes 0.35 to 0.57 of Chunk's time" {
  ru = "slice - 0,35-0,57 времени Chunk",
  seed = "000, story 6", decides = false,
  where = timed { size = 20000, threshold = "default", runtime = 10 },
  ratio = { "time_ns", of = { method = "slice-array" }, to = { method = "chunk-array", held = false }, between = { 0.35, 0.57 } },
}

hp.check "a reused buffer is 1.47 to 1.95 times faster than Chunk on a generator" {
  ru = "переиспользуемый буфер быстрее Chunk на yield return в 1,47-1,95 раза",
  seed = "000, story 6", decides = false,
  where = timed { size = 20000, threshold = "default", runtime = 10 },
  ratio = { "time_ns", of = { method = "chunk-generator", held = false, take = 0 },
            to = { method = "own-buffer", source = "generator" }, between = { 1.47, 1.95 } },
}
