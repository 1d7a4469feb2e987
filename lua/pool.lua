-- Seed 002, PoolProof: what ArrayPool<T>.Shared does with arrays. And what seed 004 says about renting.
--
-- Every check states one claim of the documents. `seed` is its place there, the numbers are the printed ones.
-- A claim is judged on each heap, machine and threshold setting by itself, and for every runtime that it names
-- or leaves open. Claims about time speak of .NET on the machine at hand: they are shown and decide nothing.

local function born_large(n) return n == 2 end
local function allocates(n) return n > 0 end

---------------------------------------------------------------------------------------------------------------
-- Buckets and the boundary.

hp.check "a request for 81,920 falls into bucket 13, an array of 131,072" {
  ru = "запрос на 81 920 байт попадает в бакет 13, длина массива 131 072",
  seed = "002, results",
  where = { probe = "reports", of = "rent-return", length = 81920 },
  equal = { bucket_index = 13, bucket_length = 131072 },
}

hp.check "the boundary of byte[] is 84,976: with a header of 24, 85,000" {
  ru = "порог для byte[] проходит по длине 84 976: 84 976 + 24 = 85 000",
  seed = "002, results",
  where = { probe = "extra", threshold = "default" },
  equal = { first_length = 84976, first_bytes = 85000, header_bytes = 24 },
}

hp.check "from 65,537 to 84,975 only renting goes to the large object heap" {
  ru = "от 65 537 до 84 975 в кучу больших объектов отправляет только аренда",
  seed = "002, results",
  where = { probe = "reports", threshold = "default", element = "byte" },
  equal = { rent_only_loh_first_length = 65537, rent_only_loh_last_length = 84975 },
}

hp.check "renting crosses the boundary between 65,536 and 65,537" {
  ru = "аренда переходит границу между 65 536 и 65 537",
  seed = "002, results",
  where = { probe = "reports", of = "rent-return", threshold = "default", element = "byte", case = "none", clear = false },
  boundary = { "start_generation", over = "length", below = 65536, above = 65537, is = born_large },
}

hp.check "new crosses it between 84,975 and 84,976" {
  ru = "new - между 84 975 и 84 976",
  seed = "002, results",
  where = { probe = "reports", of = "new", threshold = "default" },
  boundary = { "start_generation", over = "length", below = 84975, above = 84976, is = born_large },
}

hp.check "Rent(10) gives an array of 16" {
  ru = "Rent(10) выдаёт массив на 16",
  seed = "004, ArrayPool",
  where = { probe = "reports", of = "rent-return", length = 10 },
  equal = { "bucket_length", 16 },
}

hp.check "the pool keeps arrays of up to 2^30 elements" {
  ru = "пул хранит массивы до 2^30 элементов",
  seed = "002, report extra",
  where = { probe = "extra" },
  equal = { "largest_pooled_length", 1 << 30 },
}

---------------------------------------------------------------------------------------------------------------
-- The control: DOTNET_GCLOHThreshold = 0x30000.

hp.check "with 0x30000 the boundary is 196,608: it was applied" {
  ru = "с 0x30000 порог 196 608: переменная применилась",
  seed = "002, notes on measuring",
  where = { probe = "extra", threshold = 196608 },
  equal = { loh_threshold_bytes = 196608, first_length = 196584 },
}

hp.check "the bucket of 131,072 lies below it" {
  ru = "бакет в 131 072 ниже этого порога",
  seed = "002, notes on measuring",
  where = { probe = "reports", of = "rent-return", length = 81920, threshold = 196608 },
  equal = { "start_generation", 0 },
}

hp.check "64 rented buffers leave nothing in the large object heap then" {
  ru = "64 буфера в кучу больших объектов уже не попадают",
  seed = "002, notes on measuring",
  where = { probe = { "loh", "seq" }, threshold = 196608 },
  equal = { loh_growth_bytes = 0, loh_objects = 0 },
}

---------------------------------------------------------------------------------------------------------------
-- Held and returned.

hp.check "64 buffers of 81,920 held at a time keep 8,392,192 bytes" {
  ru = "64 буфера по 81 920 байт, удерживаемых одновременно: 8 392 192 байта",
  seed = "002, results",
  where = { probe = "loh", of = "rent-return", threshold = "default" },
  equal = { loh_growth_bytes = 8392192, loh_objects = 64 },
}

hp.check "the same 64 requests with a return after each: 131,128" {
  ru = "те же 64 запроса с возвратом после каждого: 131 128",
  seed = "002, results",
  where = { probe = "seq", threshold = "default" },
  equal = { loh_growth_bytes = 131128, loh_objects = 1 },
}

hp.check "new arrays of that length are not in that heap" {
  ru = "new на той же длине в эту кучу не попадает",
  seed = "002, results",
  where = { probe = "loh", of = "new" },
  equal = { "loh_growth_bytes", 0 },
}

hp.check "the second counter says what was asked for: 64 arrays of 131,096 bytes, and 32 for the pool" {
  ru = "второй счётчик - запрошено: 64 массива по 131 096 байт и 32 для самого пула",
  seed = "002, notes on measuring",
  where = { probe = "loh", of = "rent-return" },
  equal = { "allocated_bytes", 8390176 },
}

hp.check "two forced full collections come before every reading" {
  ru = "перед каждым чтением две принудительные сборки",
  seed = "002, notes on measuring",
  where = { probe = { "loh", "seq" } },
  equal = { "forced_collections", 2 },
}

---------------------------------------------------------------------------------------------------------------
-- What a return leaves, and what it takes.

hp.check "the next renter gets all 16 bytes of 16" {
  ru = "следующий арендатор получает все 16 байт из 16",
  seed = "002, results",
  where = { probe = "reports", length = 16, element = "byte", clear = false, of = "rent-return", case = "none" },
  equal = { "stale_bytes", 16 },
}

hp.check "an array of references keeps 64 objects of 64" {
  ru = "массив ссылок держит все 64 объекта из 64",
  seed = "002, results",
  where = { probe = "reports", length = 64, element = "reference", clear = false },
  equal = { "retained_objects", 64 },
}

hp.check "a return that clears leaves no byte" {
  ru = "возврат с очисткой не оставляет ни байта",
  seed = "002, bench clear",
  where = { probe = "reports", element = "byte", clear = true },
  equal = { "stale_bytes", 0 },
}

hp.check "and no object" {
  ru = "и ни одного объекта",
  seed = "002, bench clear",
  where = { probe = "reports", element = "reference", clear = true },
  equal = { "retained_objects", 0 },
}

hp.check "a double return is accepted, and two renters get one array" {
  ru = "двойной возврат пул принимает без ошибки, и массив достаётся двоим",
  seed = "002, results",
  where = { probe = "reports", case = "double-return" },
  equal = { accepted_count = 2, refused_count = 0, lent_twice_count = 1 },
}

hp.check "an array that no pool has made is accepted; only a wrong length is refused" {
  ru = "чужой массив принят, исключением отклонена только неверная длина",
  seed = "002, results, contradicted",
  where = { probe = "reports", case = "foreign-array" },
  equal = { accepted_count = 1, refused_count = 1 },
}

hp.check "without a return nothing is used again" {
  ru = "без возврата ничего не используется повторно",
  seed = "004, ArrayPool",
  where = { probe = "reports", case = "no-return" },
  equal = { "again_count", 0 },
}

hp.check "and every rent allocates" {
  ru = "и каждая аренда выделяет память",
  seed = "004, ArrayPool",
  where = { method = "rent-return", case = "no-return" },
  equal = { "allocated_bytes", 1048 },
}

---------------------------------------------------------------------------------------------------------------
-- Capacity: 32 arrays for each processor, and one.

hp.check "with 20 processors 1,024 held buffers allocate 401,384 bytes a call" {
  ru = "с 20 процессорами 1024 удерживаемых буфера выделяют 401 384 байта на вызов",
  seed = "002, results",
  where = { method = "rent-return", buffers = 1024, machine = { "core-i9-10900kf", "xeon-w-2255" } },
  equal = { "allocated_bytes", 401384 },
}

hp.check "with 32 and 64 processors none" {
  ru = "с 32 и 64 - ноль",
  seed = "002, results",
  where = { method = "rent-return", buffers = 1024, machine = { "ryzen-9-5950x", "2x-xeon-silver-4314" } },
  equal = { "allocated_bytes", 0 },
}

hp.check "with 20 processors the pool keeps 641 arrays of a length" {
  ru = "с 20 процессорами пул держит массивов одной длины: 641",
  seed = "002, results",
  where = { method = "rent-return", machine = { "core-i9-10900kf", "xeon-w-2255" }, partitions = 0 },
  boundary = { "allocated_bytes", over = "buffers", below = 641, above = 642, is = allocates },
}

hp.check "with 32 processors the pool keeps 1,025 arrays of a length" {
  ru = "с 32 процессорами пул держит массивов одной длины: 1025",
  seed = "002, results",
  where = { method = "rent-return", machine = "ryzen-9-5950x" },
  boundary = { "allocated_bytes", over = "buffers", below = 1025, above = 1026, is = allocates },
}

hp.check "with 64 processors the pool keeps 2,049 arrays of a length" {
  ru = "с 64 процессорами пул держит массивов одной длины: 2049",
  seed = "002, results",
  where = { method = "rent-return", machine = "2x-xeon-silver-4314" },
  boundary = { "allocated_bytes", over = "buffers", below = 2049, above = 2050, is = allocates },
}

hp.check "limits from the environment: 3 partitions of 8 keep 25 arrays" {
  ru = "пределы из окружения: 3 секции по 8 держат массивов: 25",
  seed = "002, sources",
  where = { method = "rent-return", partitions = 3, depth = 8 },
  boundary = { "allocated_bytes", over = "buffers", below = 25, above = 26, is = allocates },
}

hp.check "limits from the environment: one partition of 8 keeps 9" {
  ru = "пределы из окружения: одна секция на 8 держит 9",
  seed = "002, sources",
  where = { method = "rent-return", partitions = 1, depth = 8 },
  boundary = { "allocated_bytes", over = "buffers", below = 9, above = 10, is = allocates },
}

---------------------------------------------------------------------------------------------------------------
-- Threads.

hp.check "arrays that another thread returns are found again" {
  ru = "массив, возвращённый в чужом потоке, находится снова",
  seed = "002, bench threads",
  where = { method = "rent-return", handover = { "own", "foreign" } },
  equal = { "threads_allocated_bytes", 0 },
}

hp.check "several threads at once allocate nothing by renting" {
  ru = "аренда в нескольких потоках сразу не выделяет ничего",
  seed = "002, bench parallel",
  where = { method = "rent-return", threads = { 2, 4 }, handover = "none" },
  equal = { "threads_allocated_bytes", 0 },
}

---------------------------------------------------------------------------------------------------------------
-- What it costs in time. On .NET only.

local function timed(more)
  for key, value in pairs { heap = "dotnet", machine = "this", threshold = "default" } do more[key] = value end
  return more
end

hp.check "renting becomes faster than new between 64 and 4,096 bytes" {
  ru = "аренда становится быстрее new между 64 и 4096 байт",
  seed = "002, bench threshold", decides = false,
  where = timed { fill = false },
  crossover = { "time_ns", over = "length", of = { method = "rent-return" }, to = { method = "new" },
                between = { 64, 4096 } },
}

hp.check "renting a filled array takes the time of one that is there already" {
  ru = "аренда идёт по нижней границе - по времени готового массива",
  seed = "002, results", decides = false,
  where = timed { length = 81920, fill = true },
  ratio = { "time_ns", of = { method = "rent-return" }, to = { method = "existing" }, between = { 0.95, 1.1 } },
}
