-- Seed 003, BuilderLohProof: what StringBuilder does with long texts. And what seed 004 says about strings on the stack.
--
-- Every check states one claim of the documents. `seed` is its place there, the numbers are the printed ones.
-- A claim is judged on each heap, machine and threshold setting by itself, and for every runtime that it names
-- or leaves open. Claims about time speak of .NET on the machine at hand: they are shown and decide nothing.

-- A text of 200,000 characters.
local function long(where)
  where.chars = 200000
  return where
end

---------------------------------------------------------------------------------------------------------------
-- Story 1. One Append goes past the chunk limit.

hp.check "appends of one character make chunks of at most 8,000 characters" {
  ru = "предел чанка - 8000 символов",
  seed = "003, intro",
  where = { probe = "chunks" },
  equal = { "max_chunk_chars", 8000 },
}

hp.check "one Append of 200,000 characters makes two chunks: 16 and 199,984" {
  ru = "один Append на 200 000 символов укладывается в два чанка: 16 и 199 984",
  seed = "003, story 1",
  where = long { probe = "chunks", of = "append-one" },
  equal = { chunk_count = 2, first_chunk_chars = 16, largest_chunk_chars = 199984 },
}

hp.check "the second one takes 399,992 bytes" {
  ru = "второй занимает 399 992 байта",
  seed = "003, story 1",
  where = long { probe = "chunks", of = "append-one" },
  equal = { "object_bytes", 399992 },
}

hp.check "and it is born in the large object heap" {
  ru = "и он в куче больших объектов",
  seed = "003, story 1",
  where = long { probe = "chunks", of = "append-one", threshold = "default" },
  equal = { "start_generation", 2 },
}

hp.check "parts of 1,000 make 29 chunks, the largest of 8,000" {
  ru = "частями по 1000 получается 29 чанков, наибольший на 8000",
  seed = "003, story 1",
  where = long { probe = "chunks", of = "append-parts-1000" },
  equal = { chunk_count = 29, largest_chunk_chars = 8000, start_generation = 0 },
}

hp.check "parts of 8,000 make 26 chunks, the largest of 8,000" {
  ru = "отрезками по 8000 получается 26 чанков, наибольший снова 8000",
  seed = "003, story 1",
  where = long { probe = "chunks", of = "append-parts-8000" },
  equal = { chunk_count = 26, largest_chunk_chars = 8000, start_generation = 0 },
}

hp.check "a character takes two bytes, an array's header 24" {
  ru = "символ занимает два байта, заголовок массива - 24",
  seed = "003, story 1",
  where = { probe = "threshold" },
  equal = { element_bytes = 2, header_bytes = 24 },
}

hp.check "the first large char[] has 42,488 characters and 85,000 bytes" {
  ru = "первый большой char[]: 42 488 символов, 85 000 байт",
  seed = "003, story 1",
  where = { probe = "threshold", by = "array", threshold = "default" },
  equal = { first_length = 42488, first_bytes = 85000, loh_threshold_bytes = 85000 },
}

hp.check "for Append the boundary is 16 characters higher: 42,504" {
  ru = "для Append граница на 16 символов выше: 42 504",
  seed = "003, story 1",
  where = { probe = "threshold", by = "append-one", threshold = "default" },
  equal = { first_length = 42504, first_length_delta = 16 },
}

hp.check "one character more and one Append makes a large object" {
  ru = "один лишний символ - и один Append создаёт большой объект",
  seed = "003, story 1",
  where = { method = "append-one", tostring = false, threshold = "default" },
  boundary = { "large_objects_count", over = "chars", below = 42503, above = 42504, is = function(n) return n > 0 end },
}

hp.check "and texts made one after the other cost full collections" {
  ru = "и тексты один за другим стоят полных сборок",
  seed = "003, story 2",
  where = { method = "append-one", tostring = false, threshold = "default" },
  boundary = { "gen2_per_1000", over = "chars", below = 42503, above = 42504, is = function(n) return n > 0 end },
}

hp.check "in parts no text makes a large object but its string" {
  ru = "по частям больших объектов нет, кроме итоговой строки",
  seed = "003, story 1",
  where = { method = { "append-parts-1000", "append-parts-8000" }, tostring = false },
  equal = { large_objects_count = 0, gen2_per_1000 = 0 },
}

hp.check "at 20,000 characters the chunk is not large yet" {
  ru = "на 20 000 чанк в кучу больших объектов ещё не попадает",
  seed = "003, story 1",
  where = { probe = "chunks", of = "append-one", chars = 20000 },
  equal = { largest_chunk_chars = 19984, start_generation = 0 },
}

---------------------------------------------------------------------------------------------------------------
-- The control: DOTNET_GCLOHThreshold = 0xC0000.

hp.check "the raised threshold is 786,432 bytes: the first large char[] has 393,204 characters" {
  ru = "с 0xC0000 граница - 393 204 символа",
  seed = "003, story 1",
  where = { probe = "threshold", by = "array", threshold = 786432 },
  equal = { first_length = 393204, loh_threshold_bytes = 786432 },
}

hp.check "a text of 200,000 characters is not in that heap then" {
  ru = "и строка на 200 000 в эту кучу уже не попадает",
  seed = "003, story 1",
  where = long { probe = "chunks", of = "append-one", threshold = 786432 },
  equal = { "start_generation", 0 },
}

hp.check "the boundary of Append moves with it" {
  ru = "граница Append сдвигается вместе с порогом",
  seed = "003, story 1",
  where = { method = "append-one", tostring = false, threshold = 786432 },
  boundary = { "large_objects_count", over = "chars", below = 393219, above = 393220, is = function(n) return n > 0 end },
}

hp.check "and at the former boundary full collections cease" {
  ru = "и на прежней границе полных сборок больше нет",
  seed = "003, story 1",
  where = { method = "append-one", tostring = false, threshold = 786432, chars = { 42504, 200000 } },
  equal = { "gen2_per_1000", 0 },
}

---------------------------------------------------------------------------------------------------------------
-- Story 2. Twice as many collections, and what live builders keep.

hp.check "200 texts in one Append each cost 49 full collections" {
  ru = "200 документов одним Append: 49 сборок второго поколения",
  seed = "003, story 2",
  where = long { probe = "collect", of = "append-one", docs = 200, threshold = "default" },
  equal = { "gen2_count", 49 },
}

hp.check "in parts of 1,000 they cost 24" {
  ru = "частями по 1000: 24 сборки",
  seed = "003, story 2",
  where = long { probe = "collect", of = "append-parts-1000", docs = 200, threshold = "default" },
  equal = { "gen2_count", 24 },
}

hp.check "with the threshold raised neither costs any" {
  ru = "с поднятым порогом их нет ни у одного из способов",
  seed = "003, story 2",
  where = long { probe = "collect", of = { "append-one", "append-parts-1000" }, docs = 200, threshold = 786432 },
  equal = { "gen2_count", 0 },
}

hp.check "200 texts in one Append each allocate 160,033,600 bytes" {
  ru = "200 документов одним Append выделяют 160 033 600 байт",
  seed = "003, story 2",
  where = long { probe = "collect", of = "append-one", docs = 200 },
  equal = { "allocated_bytes", 160033600 },
}

hp.check "in parts of 1,000 they allocate 160,422,400 bytes, nearly the same" {
  ru = "частями по 1000 - 160 422 400 байт, почти столько же",
  seed = "003, story 2",
  where = long { probe = "collect", of = "append-parts-1000", docs = 200 },
  equal = { "allocated_bytes", 160422400 },
}

hp.check "one text puts 399,992 bytes into the large object heap" {
  ru = "один документ - 399 992 байта в куче больших объектов",
  seed = "003, story 2",
  where = long { method = "append-one", threshold = "default" },
  equal = { "loh_bytes_per_document", 399992 },
}

hp.check "a thousand texts a second put 399,992,000 bytes there" {
  ru = "1000 документов в секунду - 399 992 000 байт в секунду",
  seed = "003, story 2",
  where = long { probe = "loh", of = "append-one", docs = 1000, threshold = "default" },
  equal = { loh_bytes_per_document = 399992, loh_bytes_per_second = 399992000 },
}

hp.check "texts whose builder is dropped leave nothing behind" {
  ru = "брошенные экземпляры ничего не оставляют",
  seed = "003, story 2",
  where = long { method = { "append-one", "append-parts-1000" } },
  equal = { "loh_growth_bytes", 0 },
}

hp.check "64 live builders keep 64 large chunks: 25,601,536 bytes" {
  ru = "64 живых экземпляра - это 64 чанка: 25 601 536 байт",
  seed = "003, story 2",
  where = long { probe = "loh", of = "append-one", builders = 64, docs = 1 },
  equal = { loh_objects = 64, loh_growth_bytes = 25601536 },
}

hp.check "64 live builders of parts keep none" {
  ru = "64 живых экземпляра из частей - ноль",
  seed = "003, story 2",
  where = long { probe = "loh", of = { "append-parts-1000", "append-parts-8000" }, builders = 64, docs = 1 },
  equal = { loh_objects = 0, loh_growth_bytes = 0 },
}

---------------------------------------------------------------------------------------------------------------
-- Story 3. Clear keeps the capacity, in one array.

hp.check "after Clear one chunk remains, of 400,024 bytes" {
  ru = "после Clear остаётся один чанк на 400 024 байта",
  seed = "003, story 3",
  where = long { probe = "reuse", of = "clear-reuse", part = 8000 },
  equal = { chunk_count = 1, object_bytes = 400024 },
}

hp.check "it is in the large object heap, although the parts were of 8,000" {
  ru = "и он в куче больших объектов, хотя текст собран отрезками по 8000",
  seed = "003, story 3",
  where = long { probe = "reuse", of = "clear-reuse", part = 8000, threshold = "default" },
  equal = { "start_generation", 2 },
}

hp.check "Clear preserves the capacity" {
  ru = "Clear сохраняет вместимость",
  seed = "003, story 3",
  where = long { probe = "reuse", of = "clear-reuse", part = 8000 },
  equal = { "kept_capacity_chars", 200000 },
}

hp.check "without Clear 401,872 bytes are allocated" {
  ru = "без Clear выделено 401 872 байта",
  seed = "003, conclusions",
  where = long { method = "append-parts-8000", tostring = false },
  equal = { "allocated_bytes", 401872 },
}

hp.check "with Clear 801,896: one array more" {
  ru = "с Clear 801 896: ещё один массив",
  seed = "003, conclusions",
  where = long { method = "clear-reuse", part = 8000 },
  equal = { "allocated_bytes", 801896 },
}

hp.check "64 cleared builders keep 25,603,584 bytes in the large object heap" {
  ru = "64 очищенных экземпляра держат 25 603 584 байта в куче больших объектов",
  seed = "003, conclusions",
  where = long { probe = "loh", of = "clear-reuse", part = 8000, builders = 64 },
  equal = { "loh_growth_bytes", 25603584 },
}

hp.check "a handmade pool that checks nothing keeps as much" {
  ru = "пул, написанный вручную без проверки, держит столько же",
  seed = "003, story 3",
  where = long { probe = "loh", of = "live-builders", part = 8000, builders = 64 },
  equal = { "loh_growth_bytes", 25603584 },
}

hp.check "the pool of ObjectPool takes back 4,096 characters and no more" {
  ru = "в пул возвращаются экземпляры до 4096 символов вместимости",
  seed = "003, story 3",
  where = { probe = "reuse", of = "pooled-builder" },
  equal = { "retained_capacity_limit", 4096 },
}

hp.check "a grown builder does not go back to the pool" {
  ru = "разросшийся экземпляр в пул не возвращается",
  seed = "003, story 3",
  where = long { probe = "reuse", of = "pooled-builder" },
  equal = { returned_count = 0, kept_capacity_chars = 0 },
}

hp.check "a short one does" {
  ru = "короткий возвращается",
  seed = "003, story 3",
  where = { probe = "reuse", of = "pooled-builder", chars = 100 },
  equal = { returned_count = 1, kept_capacity_chars = 100 },
}

---------------------------------------------------------------------------------------------------------------
-- What to write instead.

hp.check "one Append and its string allocate 800,168 bytes" {
  ru = "один Append и строка выделяют 800 168 байт",
  seed = "003, conclusions",
  where = long { method = "append-one", tostring = true },
  equal = { "allocated_bytes", 800168 },
}

hp.check "Concat and Create allocate 400,024: only the string" {
  ru = "Concat и Create выделяют 400 024: только итоговую строку",
  seed = "003, section on Concat",
  where = long { method = { "concat", "create" } },
  equal = { "allocated_bytes", 400024 },
}

hp.check "a buffer of the pool allocates only the string as well" {
  ru = "буфер из пула - тоже только строку",
  seed = "003, section on ValueStringBuilder",
  where = long { method = "pooled-value-builder" },
  equal = { "allocated_bytes", 400024 },
}

hp.check "Rent(200,000) gives 262,144 characters: 524,312 bytes" {
  ru = "Rent(200 000) выдаёт 262 144 символа: 524 312 байт",
  seed = "003, section on ValueStringBuilder",
  where = long { method = "pooled-value-builder" },
  equal = { bucket_length = 262144, object_bytes = 524312 },
}

hp.check "that array is in the large object heap too" {
  ru = "и этот массив в куче больших объектов",
  seed = "003, section on ValueStringBuilder",
  where = long { method = "pooled-value-builder", threshold = "default" },
  equal = { "start_generation", 2 },
}

hp.check "a capacity of 42,488 characters starts in the large object heap" {
  ru = "вместимость 42 488 символов - первый же чанк в куче больших объектов",
  seed = "003, section on capacity",
  where = long { method = "preset-capacity", threshold = "default" },
  boundary = { "start_generation", over = "capacity", below = 42487, above = 42488, is = function(n) return n == 2 end },
}

hp.check "every overload of Append allocates 800,168 bytes" {
  ru = "все перегрузки Append выделяют 800 168 байт",
  seed = "003, conclusions",
  where = long { method = "append-overloads",
                 overload = { "string", "string-part", "char-array", "char-array-part", "span", "memory", "builder",
                              "builder-part", "repeat", "object", "interpolated" } },
  equal = { "allocated_bytes", 800168 },
}

hp.check "no overload of Append avoids the large object heap" {
  ru = "другая перегрузка от попадания в кучу больших объектов не спасёт",
  seed = "003, conclusions",
  where = long { probe = "chunks", of = "append-overloads", threshold = "default" },
  equal = { largest_chunk_chars = 199984, start_generation = 2 },
}

---------------------------------------------------------------------------------------------------------------
-- Inserts, and strings on the stack.

hp.check "before inserts there are 26 chunks" {
  ru = "до вставок 26 чанков",
  seed = "003, section on inserts",
  where = { method = "insert-middle", inserts = 0, chunks = "several" },
  equal = { "chunk_count", 26 },
}

hp.check "100 inserts in the middle turn them into 126" {
  ru = "после 100 вставок в середину 26 чанков превращаются в 126",
  seed = "003, section on inserts",
  where = { method = "insert-middle", inserts = 100, chunks = "several" },
  equal = { "chunk_count", 126 },
}

hp.check "a single large chunk is split as often" {
  ru = "один большой чанк делится столько же раз",
  seed = "003, section on inserts",
  where = { method = "insert-middle", inserts = 100, chunks = "1" },
  equal = { "chunk_count", 101 },
}

hp.check "Replace by a text of equal length allocates nothing" {
  ru = "Replace на текст той же длины ничего не выделяет",
  seed = "003, section on inserts",
  where = { method = "replace" },
  equal = { "allocated_bytes", 0 },
}

hp.check "a string to sign on the stack allocates nothing" {
  ru = "строка для подписи на стеке ничего не выделяет",
  seed = "004, ValueStringBuilder",
  where = { method = "sign-stack" },
  equal = { "allocated_bytes", 0 },
}

hp.check "ten characters are too few for minus two billion, 512 fit the stack" {
  ru = "десяти символов мало для минус двух миллиардов, 512 помещаются на стеке",
  seed = "004, TryFormat",
  where = { method = "sign-stack" },
  equal = { buffer_chars = 10, stack_buffer_chars = 512 },
}

---------------------------------------------------------------------------------------------------------------
-- What it costs in time. On .NET only; the document's ranges are over its machines.

local dotnet = { heap = "dotnet", machine = "this", runtime = 10, threshold = "default" }

local function timed(more)
  for key, value in pairs(dotnet) do more[key] = value end
  return more
end

hp.check "one Append takes 1.62 to 1.67 times as long as parts at 50,000 and 200,000 characters" {
  ru = "длинная строка обрабатывается в 1,62-1,67 раза дольше на 50 000 и 200 000 символов",
  seed = "003, story 2", decides = false,
  where = timed { chars = { 50000, 200000 }, tostring = true },
  ratio = { "time_ns", of = { method = "append-one" }, to = { method = "append-parts-1000" }, between = { 1.62, 1.67 } },
}

hp.check "at 20,000 characters there is no difference" {
  ru = "на длине 20 000 отличий нет",
  seed = "003, story 2", decides = false,
  where = timed { chars = 20000, tostring = true },
  ratio = { "time_ns", of = { method = "append-one" }, to = { method = "append-parts-1000" }, between = { 0.95, 1.05 } },
}

hp.check "inserting at the front is slower with several chunks" {
  ru = "вставка в начало при нескольких чанках медленнее",
  seed = "003, section on inserts", decides = false,
  where = timed { method = "insert-front" },
  ratio = { "time_ns", of = { chunks = "several" }, to = { chunks = "1" }, above = 1 },
}

hp.check "Replace takes as long on several chunks as on one" {
  ru = "Replace на нескольких чанках и на одном - без разницы",
  seed = "003, section on inserts", decides = false,
  where = timed { method = "replace" },
  ratio = { "time_ns", of = { chunks = "several" }, to = { chunks = "1" }, between = { 0.95, 1.05 } },
}
