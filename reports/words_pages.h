/* SPDX-License-Identifier: MIT
 * The words of the inner pages; continues words_table.h.
 */
#ifndef HP_REPORTS_WORDS_PAGES_H
#define HP_REPORTS_WORDS_PAGES_H

/* clang-format off */
#define HP_WORDS_PAGES \
    HP_WORD(OVER_ELEMENTS, "chunk size, elements of {0}", "размер чанка, элементов {0}") \
    HP_WORD(EFFECT_ALT, "gen2 collections per 1,000 calls at both sizes of the pair, a row for each threshold setting", \
            "сборки второго поколения на 1" HP_K "000 вызовов у обоих размеров пары, строка на каждую настройку порога") \
    HP_WORD(EFFECT_AXIS, "gen2 per 1,000 calls", "сборок gen2 на 1" HP_K "000 вызовов") \
    HP_WORD(FROM_TO, "from {0} to {1}", "от {0} до {1}") \
    HP_WORD(AT_PAIR, "at {0} and {1}", "при {0} и {1}") \
    HP_WORD(PROCESSOR, "processor", "процессор") \
    HP_WORD(SYSTEM, "system", "система") \
    HP_WORD(GEN2_PER_1000, "gen2 collections per 1,000 calls", "сборок второго поколения на 1" HP_K "000 вызовов") \
    HP_WORD(N_MACHINES, "machine or profile|machines and profiles", \
            "машина или профиль|машины и профиля|машин и профилей") \
    HP_WORD(N_ARRAYS, "array|arrays", \
            "массив|массива|массивов") \
    HP_WORD(N_FIGURE, "figure|figures", \
            "число|числа|чисел") \
    HP_WORD(ALL_EQUAL, "{0} of {1} equal", \
            "{0} из {1} равны") \
    HP_WORD(SPREAD, "n = {0}, {1}", \
            "n = {0}, {1}") \
    HP_WORD(N_IS, "n = {0}, see below", \
            "n = {0}, см. ниже") \
    HP_WORD(NO_TIMES, "no times", \
            "без времени") \
    HP_WORD(NO_RESULT_YET, "no result yet", \
            "результата ещё нет") \
    /* boundary */ \
    HP_WORD(STAYS, "The boundary: {0} stays, {1} does not", \
            "Граница: {0} остаётся, {1} уже нет") \
    HP_WORD(BOUNDARY_BETWEEN, "The boundary: between {0} and {1}", \
            "Граница: между {0} и {1}") \
    HP_WORD(FIRST_IN_LOH, "An array of {1} {0} is the first that starts in the large object heap. The probe allocated longer and longer arrays and asked each for its generation.", \
            "Массив из {1} {0} — первый, который рождается в куче больших объектов. Проба выделяла всё более длинные массивы и спрашивала поколение каждого.") \
    HP_WORD(FLIP_ONLY, "Over {0}, gen2 collections appear between {1} and {2}. No probe says from which length on an object starts in the oldest generation.", \
            "По параметру «{0}» сборки второго поколения появляются между {1} и {2}. Пробы, которая назвала бы первую длину в старшем поколении, нет.") \
    HP_WORD(ELEMENTS, "elements", \
            "элементов") \
    HP_WORD(BYTES_EACH, "bytes each", \
            "байта каждый") \
    HP_WORD(ARRAY_HEADER, "array header", \
            "заголовок") \
    HP_WORD(BYTES_THRESHOLD, "bytes, the threshold", \
            "байт, порог") \
    HP_WORD(ONE_LESS, "One element less: {0} × {1} + {2} = {3} bytes, {4} short of the threshold. The test is “{5} or more”.", \
            "На элемент меньше: {0} × {1} + {2} = {3} байт, до порога не хватает {4}. Проверка: «{5} и больше».") \
    HP_WORD(THE_PAIR, "The pair", \
            "Пара") \
    HP_WORD(PER_PASS, "per pass", \
            "за проход") \
    HP_WORD(UNIT, "unit", \
            "единица") \
    HP_WORD(X_BELOW, "{0} below", \
            "{0} ниже") \
    HP_WORD(X_ABOVE, "{0} above", \
            "{0} выше") \
    HP_WORD(CHANGE, "change", \
            "разница") \
    HP_WORD(N_SPREAD, "n, spread", \
            "n, разброс") \
    HP_WORD(FROM_ZERO, "from 0", \
            "от 0") \
    HP_WORD(SIZE_OF_CHUNK, "size of one chunk", \
            "размер одного чанка") \
    HP_WORD(BY_CONSTRUCTION, "by construction", \
            "по построению") \
    HP_WORD(BIRTH, "generation at birth", \
            "поколение при рождении") \
    HP_WORD(FIGURE_AT, "{0} at {1}", \
            "{0} при {1}") \
    HP_WORD(GREY_PUBLISHED, " Grey: published, {0}.", \
            " Серое — опубликовано: {0}.") \
    HP_WORD(ALL_MACHINES, "all machines", \
            "все машины") \
    HP_WORD(ALLOCATED, "allocated", \
            "выделено") \
    HP_WORD(GEN2_SHORT, "gen2 per 1,000 calls", \
            "сборок gen2 на 1" HP_K "000 вызовов") \
    HP_WORD(ALL_COLLECTIONS, "all collections of one reading", \
            "все сборки за одно показание") \
    HP_WORD(LOH_LIVE, "live in LOH after", \
            "осталось в LOH") \
    HP_WORD(TIME_MEDIAN, "time, median", \
            "время, медиана") \
    HP_WORD(SWEEP_OVER, "Sweep over {0}", \
            "Развёртка: {0}") \
    HP_WORD(AXIS_IS_CUT, "the axis is cut at the boundary: left of the cut {0}, right of it {1}", \
            "ось разрезана на границе: слева {0}, справа {1}") \
    HP_WORD(STEP_ALT, "Step chart: gen2 collections per 1,000 calls stay at {2} up to {0} and are {3} from {1} on", \
            "Ступень: до {0} включительно сборок второго поколения {2} на 1" HP_K "000 вызовов, начиная с {1} — {3}") \
    HP_WORD(STEP_NOTE, "Circles: below the boundary; squares: at or past it; a line joins neighbours on one side; end strokes: 95" HP_S "% interval where wider than the mark.", \
            "Круг — ниже границы, квадрат — на ней и выше; линия — соседи с одной стороны; засечки — интервал 95" HP_S "%, где он шире знака.") \
    HP_WORD(SIZES_LEFT_OUT, " In the table on page {1} alone: {0} more.", \
            " Только в таблице на стр. {1}: ещё {0}.") \
    HP_WORD(TIME_OF_PASS, "time of one pass, µs, median of {0}", \
            "время одного прохода, мкс, медиана {0}") \
    HP_WORD(EVERY_WAY, "Every way at the same two sizes", \
            "Все способы на тех же двух размерах") \
    HP_WORD(EVERY_WAY_NOTE, "time above ÷ time below, log 2 axis", \
            "время выше ÷ время ниже, шкала log 2") \
    HP_WORD(EVERY_WAY_COUNTERS, "times are shown; this heap answers for counters only", \
            "времена показаны; эта куча отвечает только за счётчики") \
    HP_WORD(WAY, "way", \
            "способ") \
    HP_WORD(GEN2_BELOW, "gen2", \
            "gen2") \
    HP_WORD(GEN2_ABOVE, "gen2", \
            "gen2") \
    HP_WORD(LOG2, "log 2", \
            "log 2") \
    HP_WORD(RATIO_INTERVAL, "ratio, 95" HP_S "% interval", \
            "отношение, интервал 95" HP_S "%") \
    HP_WORD(BASE_NOTE, "Base cases in absolute units stand in the same row. Ratio of medians, percentile bootstrap, {0} resamples, seed {1}; read along a row.", \
            "Базовые значения стоят в той же строке. Отношение медиан, процентильный бутстрэп, {0} повторов, зерно {1}; читать по строке.") \
    /* sweep */ \
    HP_WORD(SWEEP_LEAD, "Every measured size of every way, with n and spread. The axis is cut at the boundary between the two sizes over the dashed line, also for ways that it costs nothing. Lines stop there and at sizes without a result; runtimes that are equal at every size they share are one line. A dash: not measured. Sweeps of two sizes have a table alone.", \
            "Каждый измеренный размер каждого способа, с n и разбросом. Ось разрезана на границе, между двумя размерами над штриховой линией, — и у способов, которым она ничего не стоит. Линии прерываются там и на размерах без результата; среды, равные на каждом общем размере, — одна линия. Тире: не измерялось. У развёрток из двух размеров — только таблица.") \
    HP_WORD(SWEEP_ELSEWHERE, "Of other sweeps, in the table alone: {0}.", \
            "Из других развёрток, только в таблице: {0}.") \
    HP_WORD(EVEN_AXIS, "{0}, at equal distances", \
      "{0}, на равных расстояниях") \
    HP_WORD(LOG2_AXIS, "{0}, log 2", \
            "{0}, log 2") \
    HP_WORD(SWEEP_ALT, "{0} over {1}: gen2 collections per 1,000 calls and time of a pass", \
            "{0}, развёртка «{1}»: сборки второго поколения на 1" HP_K "000 вызовов и время прохода") \
    HP_WORD(TIME_US, "time of one pass, µs, median", \
            "время одного прохода, мкс, медиана") \
    HP_WORD(VALUES_OF, "Values: {0}", \
            "Значения: {0}") \
    HP_WORD(HEAP, "heap", \
            "куча") \
    HP_WORD(PER_1000, "per 1,000", \
            "на 1" HP_K "000") \
    HP_WORD(ALL_GC, "all GC", \
            "все GC") \
    HP_WORD(PER_PASS_N, "per reading", \
            "за показание") \
    HP_WORD(READINGS, "readings", \
            "показания") \
    HP_WORD(TIME, "time", \
            "время") \
    HP_WORD(INTERVAL95, "95" HP_S "% interval", \
            "интервал 95" HP_S "%") \
    HP_WORD(OUTLIERS, "outliers", \
            "выбросы") \
    /* causal */ \
    HP_WORD(NO_CONTROL, "The moved threshold of {0} bytes was not applied as asked: read back {1}. The control gives no verdict.", \
            "Сдвинутый порог {0} байт применён не так, как запрошено: прочитано {1}. Проверка вердикта не даёт.") \
    HP_WORD(CONTROL_INCOMPLETE, "The pair has no result under both settings yet, so the control gives no verdict.", \
            "У пары ещё нет результатов при обеих настройках, поэтому проверка вердикта не даёт.") \
    HP_WORD(CONTROL_GONE, "With the threshold at {0} bytes both sizes stay in the ordinary heap: gen2 collections per 1,000 calls fall from {1} to {2}.", \
            "При пороге {0} байт оба размера остаются в обычной куче: сборок второго поколения на 1" HP_K "000 вызовов становится {2} вместо {1}.") \
    HP_WORD(CONTROL_STAYS, "With the threshold at {0} bytes gen2 collections per 1,000 calls go from {1} to {2}: they do not go away.", \
            "При пороге {0} байт сборок второго поколения на 1" HP_K "000 вызовов {2} против {1}: они не исчезают.") \
    HP_WORD(CONTROL_TIME, " The ratio of times goes from {0} {3} to {1} {2}.", \
            " Отношение времён меняется с {0} {3} до {1} {2}.") \
    HP_WORD(CAUSE_COUNTERS, " For this pair the cause of the collections is the large object threshold.", \
            " У этой пары причина сборок — порог кучи больших объектов.") \
    HP_WORD(CAUSE_WHOLE, " For this pair the cause is the large object heap, not the size itself.", \
            " У этой пары причина — куча больших объектов, а не сам размер.") \
    HP_WORD(CAUSE_PART, " For this pair the cause of the collections is the large object heap; what remains in time has another.", \
            " У этой пары причина сборок — куча больших объектов; остаток во времени имеет другую.") \
    HP_WORD(SETTING_READ, "The setting, as the process read it back", \
            "Настройка, как её прочитал сам процесс") \
    HP_WORD(REQUESTED, "requested", \
            "запрошено") \
    HP_WORD(READ_BYTES, "read back, bytes", \
            "прочитано, байт") \
    HP_WORD(FIRST_ARRAY, "first {0}[] in LOH", \
            "первый {0}[] в LOH") \
    HP_WORD(ARITHMETIC, "arithmetic of int[]", \
            "арифметика int[]") \
    HP_WORD(SETTING_NOTE, "First lengths were found by allocating. A dash means that the probe did not run.", \
            "Первые длины найдены выделением. Тире: проба не запускалась.") \
    HP_WORD(GEN2_AT, "gen2 per 1,000 calls at {0}", \
            "Сборки gen2 на 1" HP_K "000 вызовов при {0}") \
    HP_WORD(GEN2_AT_NOTE, "the same size under both settings; ways without such collections are left out", \
            "тот же размер при обеих настройках; способы без таких сборок опущены") \
    HP_WORD(WAS, "was", \
            "было") \
    HP_WORD(IS_NOW, "now", \
            "стало") \
    HP_WORD(AFTER_MOVE, "after the move", \
            "после сдвига") \
    HP_WORD(MOVED, "moved", \
            "сдвинут") \
    HP_WORD(SHOWN, "shown only", \
            "только показ") \
    HP_WORD(TIME_RATIO_TITLE, "Time of the larger size ÷ time of the smaller", \
            "Время большего размера ÷ время меньшего") \
    HP_WORD(TIME_RATIO_NOTE, "log 2 axis; 95" HP_S "% intervals", \
            "шкала log 2; интервалы 95" HP_S "%") \
    HP_WORD(TIME_RATIO_GEN, "log 2; shown, not judged: the heap answers for counters", \
            "log 2; без вердикта: куча отвечает за счётчики") \
    HP_WORD(WAS_WITHIN, "; was within its control of {0}" HP_S "%: cannot tell", \
            "; было — в пределах контроля, {0}" HP_S "%: не решено") \
    HP_WORD(NOW_WITHIN, "; now within its control of {0}" HP_S "%", \
            "; стало — в пределах контроля, {0}" HP_S "%") \
    HP_WORD(WITHIN_MARK, " Ring with ?: within its control, the two sizes differ by less than one of them does from itself between rounds; cannot tell them apart.", \
            " Кольцо с «?»: в пределах контроля, два размера различаются меньше, чем один из них от раунда к раунду; различить их нельзя, не решено.") \
    HP_WORD(RATIO_CHANGE, "now ÷ was: {0} {1}", \
            "стало ÷ было: {0} {1}") \
    HP_WORD(PUBLISHED_ELSEWHERE, "published for other machines", \
            "опубликовано для других машин") \
    HP_WORD(RATIO_INTERVALS, "Intervals of 95" HP_S "%: percentile bootstrap of medians, {0} resamples, seed {1}; now ÷ was resamples all four sides. ", \
            "Интервалы 95" HP_S "%: процентильный бутстрэп медиан, {0} повторов, зерно {1}; «стало ÷ было» — по всем четырём сторонам. ") \
    HP_WORD(BARS_ARE_RANGES, "Outlined bars: published ranges, not judged here. ", \
            "Полосы: опубликованные диапазоны, здесь не судятся. ") \
    HP_WORD(PAIR_NOT_NAMED, "After the move the source names no pair. ", \
            "Пару размеров после сдвига источник не называет. ") \
    HP_WORD(SLOPE_PUBLISHED, "Grey: published {0}.", \
            "Серое — опубликовано: {0}.") \
    HP_WORD(DUMBBELL_NOTE, "End strokes show the interval where it is wider than the mark. Holds: the interval includes 1 and is narrower than 0.1; cannot tell: it includes 1 and is wider. A ratio within its control counts as wide as that.", \
            "Засечки — интервал, где он шире знака. Подтверждено: интервал содержит 1 и уже 0,1; не решено: содержит 1, но шире. Отношение в пределах контроля считается таким же широким, как он.") \
    HP_WORD(COUNTERS_BEFORE_AFTER, "Counters before and after", \
            "Счётчики до и после") \
    HP_WORD(COUNTERS_NOTE, "at {0}; {1}", \
            "при {0}; {1}") \
    HP_WORD(SLOPE_ALT, "gen2 collections per 1,000 calls go from {0} to {1} when the threshold is moved", \
            "сборки второго поколения на 1" HP_K "000 вызовов: с {0} до {1} при сдвиге порога") \
    HP_WORD(HOW_TO_READ_TEXT, "How to read: the square is the default threshold, the circle the moved one; the line between them is what the move took away. A circle at 0 collections, or on the line at ratio 1, leaves nothing to explain; a circle away from it has another cause.", \
            "Как читать: квадрат — порог по умолчанию, круг — сдвинутый; черта между ними — то, что снял сдвиг. Круг на нуле сборок или на вертикали 1 объяснять больше нечего; круг в стороне имеет другую причину.") \
    /* published */ \
    HP_WORD(CLAIM, "claim", \
            "утверждение") \
    HP_WORD(WHERE, "where", \
            "где") \
    HP_WORD(PUBLISHED, "published", \
            "опубликовано") \
    HP_WORD(HERE, "here", \
            "здесь") \
    HP_WORD(DIFFERENCE, "diff.", \
            "разн.") \
    HP_WORD(WHY, "why", \
            "почему") \
    HP_WORD(PUBLISHED_EXACT, "{1} of {0} exact figures agree with what was published; they decide the exit code.", \
            "Из {0} точных чисел с опубликованными совпадают {1}; они определяют код выхода.") \
    HP_WORD(PUBLISHED_RANGES, "Of {0} ranges and ratios {1} hold; they do not decide it.", \
            "Из {0} диапазонов и отношений подтверждаются {1}; на код выхода они не влияют.") \
    HP_WORD(PUBLISHED_IN_WORDS, "Claims in words, judged by assertions: {0}.", \
            "Утверждений словами, о которых судят проверки: {0}.") \
    HP_WORD(PUBLISHED_REST, "Not compared here, each with its reason: {0}.", \
            "Не сравнивались здесь, причина у каждого: {0}.") \
    HP_WORD(EXACT_FIGURES, "Exact figures", \
            "Точные числа") \
    HP_WORD(EXACT_NOTE, "deterministic", \
            "детерминированы") \
    HP_WORD(RULE, "rule", \
            "правило") \
    HP_WORD(RULE_EQUAL, "equal", \
            "равно") \
    HP_WORD(RULE_WITHIN, "within", \
            "внутри") \
    HP_WORD(RULE_SLACK, "±" HP_S "{0}" HP_S "%", \
            "±" HP_S "{0}" HP_S "%") \
    HP_WORD(RULE_NOTE, "Rule: equal, within the published range, or within it with both ends moved out by so many percent.", \
            "Правило: равно, внутри диапазона или внутри него, когда края раздвинуты на столько процентов.") \
    HP_WORD(EXACT_NAMES, "Exact names", \
            "Точные имена") \
    HP_WORD(THE_SAME, "the same", \
            "то же") \
    HP_WORD(ZERO_NOTE, "0 is a measured zero; a dash means that no such figure exists. Where: place in the study that printed the figure.", \
            "0 — измеренный ноль; тире: такого числа нет. Где — место в исследовании, где число напечатано.") \
    HP_WORD(RATIOS, "Ratios", \
            "Отношения") \
    HP_WORD(RATIOS_NOTE, "shown, do not decide; log 2 axis", \
            "показаны, на код выхода не влияют; шкала log 2") \
    HP_WORD(RANGES, "Ranges", \
            "Диапазоны") \
    HP_WORD(RANGES_SHOWN, "shown, do not decide", \
            "показаны, на код выхода не влияют") \
    HP_WORD(RANGE_NOTE, "Grey bar: published range. Dot: what came out here; its interval is drawn where it is wider than the dot. The vertical at 1 is no difference. Rule: inside the range with both ends moved out by so many percent.", \
            "Серая полоса: опубликованный диапазон. Точка: здесь; интервал виден, где он шире точки. Вертикаль 1 — нет разницы. Правило: внутри диапазона, когда края раздвинуты на столько процентов.") \
    HP_WORD(IN_WORDS, "Claims in words", \
            "Утверждения словами") \
    HP_WORD(IN_WORDS_NOTE, "no figure to compare; the verdict is that of the assertion named, the worst of several", \
            "числа для сравнения нет; вердикт — у названной проверки, из нескольких — худший") \
    HP_WORD(ASSERTION, "assertion", \
            "проверка") \
    HP_WORD(LINE_AND_PAGE, "{0}; page" HP_S "{1}", \
            "{0}; стр." HP_S "{1}") \
    HP_WORD(CHECK_ELSEWHERE, "a claim in words whose assertion does not speak of this machine and setting", \
            "утверждение словами, проверка которого не говорит об этой машине и настройке") \
    HP_WORD(NOT_COMPARED, "Not compared", \
            "Не сравнивались") \
    HP_WORD(NOT_COMPARED_IDS, "Most figures were not compared: their ids stand here, as in configs/published.csv and the view published.", \
            "Большинство чисел не сравнивалось: здесь их идентификаторы, как в configs/published.csv и в view published.") \
    HP_WORD(FIGURES, "figures", "чисел") \
    HP_WORD(REASON_COUNT, "{0} ({1})", \
            "{0} ({1})") \
    HP_WORD(NO_FIGURE, "in words", \
            "словами") \
    HP_WORD(PROBE_OF, "probe {0}", \
            "проба {0}") \
    HP_WORD(CHECK_OF_ANOTHER, "a claim in words that no script of this run states", \
            "утверждение словами, которого нет в скриптах этого прогона") \
    HP_WORD(NEEDS_CHECK, "its assertion: {0}", \
            "его проверка: {0}") \
    HP_WORD(STATED_AT, "stated at {0}", \
            "проверка в {0}") \
    HP_WORD(NEEDS_ASSERTION, "needs an assertion on {0} of {1}", \
            "нужна проверка: {0}; {1}") \
    HP_WORD(NEEDS_METRIC, "needs {0} of {1}", \
            "нужно: {0}; {1}") \
    HP_WORD(NEEDS_CASE, "needs {0}", \
            "нужен случай: {0}") \
    HP_WORD(NOT_COMPARED_NOTE, "{0}, by the reason why not; never judged here", \
            "{0}, по причинам; здесь не судятся") \
    /* blocks */ \
    HP_WORD(WAYS_LEAD, "Ways of doing the same, with equal parameters on the same heap, where there are at least three. Bytes are what one operation allocates; 0 is a result. A dash stands where nothing was measured, and for the baseline against itself.", \
            "Способы сделать одно и то же: параметры и куча одни, способов не меньше трёх. Байты выделяет одна операция, 0 — это результат. Прочерк — не измерялось; у точки отсчёта отношения к себе нет.") \
    HP_WORD(WAYS_TITLE, "Bytes and time of one operation", "Байты и время одной операции") \
    HP_WORD(WAYS_NOTE, "median, 95" HP_S "% interval of the ratio", "медиана, интервал отношения 95" HP_S "%") \
    HP_WORD(WAYS_FOOT, "The ratio is the way’s time over the baseline’s, on heaps that answer for time; its interval is widened by what each differs from itself.", \
            "Отношение: время способа к времени точки отсчёта, на кучах, которые отвечают за время; интервал расширен на отличие каждого от себя самого.") \
    HP_WORD(TO_BASELINE, "to the baseline", "к точке отсчёта") \
    HP_WORD(CROSSOVER_LEAD, "Two ways over one parameter: the ratio of their times at each size. The crossover is the first size from which every interval lies below 1.", \
            "Два способа по одному параметру: отношение времён при каждом размере. Переход — первый размер, начиная с которого все интервалы лежат ниже 1.") \
    HP_WORD(CROSSOVER_TITLE, "{0} against {1}", "{0} против {1}") \
    HP_WORD(CROSSOVER_FOOT, "{0} is faster than {1} from {2} {3} on; at {4} the interval still reaches 1.", \
            "{0} быстрее, чем {1}, начиная с {3} ({2}); при {4} интервал ещё доходит до 1.") \
    HP_WORD(HELD_LEAD, "What was asked of the heap, and what the large object heap holds more afterwards. The two counters are read independently; both are exact bytes. Cases that agree on several heaps share a row.", \
            "Сколько запрошено у кучи и на сколько выросла куча больших объектов. Счётчики независимы, оба в точных байтах. Случаи, совпавшие на нескольких кучах, стоят одной строкой.") \
    HP_WORD(HELD_TITLE, "Asked for and held", "Запрошено и удержано") \
    HP_WORD(HELD_NOTE, "two forced collections before each reading", "перед чтением две принудительные сборки") \
    HP_WORD(ASKED, "asked for", "запрошено") \
    HP_WORD(LOH_MORE, "LOH grew by", "рост LOH") \
    HP_WORD(WASTE_LEAD, "The pool gives arrays of 16, 32, 64 and so on. What lies beyond the length that was asked for is paid for and not used. Requests that are as long as an array of the pool lose nothing and are left out.", \
            "Пул выдаёт массивы длиной 16, 32, 64 и далее. Всё сверх запрошенного оплачено и не используется. Запросы ровно в длину массива пула ничего не теряют и не показаны.") \
    HP_WORD(WASTE_TITLE, "Bytes beyond what was asked for", "Байты сверх запрошенного") \
    HP_WORD(WASTE_FOOT, "The length is that of the first array of an operation; bytes are of all its arrays together.", \
            "Длина — у первого массива операции, байты — по всем её массивам вместе.") \
    HP_WORD(GOT_LENGTH, "array", "массив") \
    HP_WORD(BYTES_PER_ARRAY, "bytes per array", "байт на массив") \
    HP_WORD(LOST, "not asked for", "сверх запроса") \
    HP_WORD(BLOCKS_LEAD, "Which blocks a method asks for, in the order of asking. The length of a bar is bytes with header, on one scale within a figure. Pale blocks are garbage when the chunk is handed over, dark ones stay in use, vermillion ones are born in the large object heap. Series that are equal block by block share a figure; probes that saw no array have none.", \
            "Какие блоки запрашивает способ, в порядке запроса. Длина полосы — байты с заголовком, в одном рисунке масштаб общий. Бледные блоки — мусор к моменту выдачи чанка, тёмные остаются в деле, оранжевые рождаются в куче больших объектов. Ряды, равные блок за блоком, показаны одним рисунком; у проб без массивов рисунка нет.") \
    HP_WORD(BLOCKS_GARBAGE, "{0}, {1} become garbage", \
            "{0}, из них {1} в мусор") \
    HP_WORD(BLOCK_KEPT, "kept", \
            "остаётся") \
    HP_WORD(BLOCK_GARBAGE, "garbage", \
            "мусор") \
    HP_WORD(BLOCK_LARGE, "in the large object heap", \
            "в куче больших объектов") \
    HP_WORD(SUM_PAYLOAD, "{0} elements", \
            "{0} элем.") \
    HP_WORD(SUM_HEADERS, "headers, {0} × {1}", \
            "заголовки, {0} × {1}") \
    HP_WORD(SUM_OBJECTS, "iterator objects", \
            "объекты итератора") \
    HP_WORD(SUM_TOTAL, "asked for", \
            "запрошено") \
    HP_WORD(SUM_SECOND, "second chunk", \
            "второй чанк") \
    HP_WORD(SUM_RATIO, "ratio", \
            "отношение") \
    HP_WORD(SUM_HEAD, "addition", \
            "сложение") \
    HP_WORD(ALIKE_ON, "alike {0}", \
            "одинаково {0}") \
    HP_WORD(BLOCKS_ALT, "{0}; {1} bytes in all", \
            "{0}; всего {1} байт") \
    HP_WORD(BOUNDARY_FAR, "The boundary of {0} bytes lies beyond the scale.", \
            "Граница {0} байт лежит за пределами шкалы.") \
    /* timeline */ \
    HP_WORD(TIMELINE_LEAD, "The same work at the last size below and the first size above the boundary, and at the upper one under the other settings. The horizontal axis is allocated bytes, not time; panels share both axes.", \
            "Та же работа на последнем размере ниже границы, на первом выше и на верхнем при других настройках. По горизонтали — выделенные байты, а не время; оси у всех панелей общие.") \
    HP_WORD(TIMELINE_TITLE, "Heap size and collections", \
            "Размер кучи и сборки") \
    HP_WORD(TIMELINE_ALT, "Heap size over allocated bytes in {0} panels, with collections as strokes", \
            "Размер кучи по выделенным байтам, панелей: {0}; сборки — штрихи") \
    HP_WORD(TIMELINE_NOTE, "Under the axis of each panel: short stroke gen0, middle gen1, long gen2. Forced collections around a reading are left out. MB are million bytes.", \
            "Под осью каждой панели: короткий штрих gen0, средний gen1, длинный gen2. Принудительные сборки вокруг показания опущены. МБ — миллион байт.") \
    HP_WORD(THRESHOLD_DEFAULT, "threshold default", \
            "порог по умолчанию") \
    HP_WORD(THRESHOLD_IS, "threshold {0}", \
            "порог {0}") \
    HP_WORD(HEAP_MB, "heap, MB", \
            "куча, МБ") \
    HP_WORD(ALLOCATED_MB, "allocated, MB", \
            "выделено, МБ") \
    /* samples */ \
    HP_WORD(SAMPLES_LEAD, "Every reading of time, none left out, at the two sizes that are compared: first in the order of measuring, then sorted. A drift is a slope, a round unlike the others a step; both sizes stand on one axis.", \
            "Каждое показание времени, ни одно не отброшено, на двух сравниваемых размерах: сначала в порядке измерения, затем по возрастанию. Дрейф виден как наклон, непохожий раунд — как ступень; ось у обоих размеров общая.") \
    HP_WORD(SAMPLES_SEEN, "Each case is its own control: its even rounds against its odd ones. Half of the controls of this report stay within {0}" HP_S "%, so a smaller difference of time cannot be seen here.", \
            "Каждый случай — контроль сам себе: чётные раунды против нечётных. Половина контролей отчёта укладывается в {0}" HP_S "%, меньшей разницы во времени здесь не видно.") \
    HP_WORD(SAMPLES_AT, "{0}: median {1}" HP_S "µs, n = {2}, outliers {3}", \
            "{0}: медиана {1}" HP_S "мкс, n = {2}, выбросов {3}") \
    HP_WORD(SAMPLES_SORTED, "sorted", \
            "по возрастанию") \
    HP_WORD(SAMPLES_FEW, "few readings", \
            "показаний мало") \
    HP_WORD(EVEN_ODD, "even ÷ odd rounds {0} {1}", \
            "чётные ÷ нечётные {0} {1}") \
    HP_WORD(ONE_ROUND, "one round, no control", \
            "один раунд, контроля нет") \
    HP_WORD(SAMPLES_ALT, "{0}: every time at {1} and at {2}, in the order of measuring and sorted", \
            "{0}: каждое время при {1} и при {2}, в порядке измерения и по возрастанию") \
    HP_WORD(SAMPLES_READ, "Log 2 axis: reading ÷ median of the smaller size, 1 is that median. Strokes part the rounds, the coloured line is the median of its panel. Sorted: the horizontal axis is the share of readings at or below the point.", \
            "Шкала log 2: показание ÷ медиана меньшего размера, 1 — эта медиана. Штрихи делят раунды, цветная линия — медиана своей панели. По возрастанию: по горизонтали доля показаний не больше данного.") \
    /* claims */ \
    HP_WORD(VERDICTS_LEAD, "Each claim as its script states it: the Lua line, what it expected, what came out, n, and the short ids of the cases that it used.", \
            "Каждое утверждение так, как его формулирует сценарий: строка Lua, ожидание, результат, n и короткие номера использованных случаев.") \
    HP_WORD(ALL_CLAIMS, "All claims", \
            "Все утверждения") \
    HP_WORD(THRESHOLD, "threshold", \
            "порог") \
    HP_WORD(ALL_SETTINGS, "all settings", \
            "все настройки") \
    /* environment */ \
    HP_WORD(HOST, "This host", \
            "Эта машина") \
    HP_WORD(RUNTIMES_TITLE, "Runtimes that were hosted", \
            "Запущенные среды выполнения") \
    HP_WORD(RUNTIMES_NOTE, "as each names itself, read in the process that measured", \
            "как каждая называет себя сама, прочитано в измерявшем процессе") \
    HP_WORD(PROFILE_TITLE, "The machine of this report", \
            "Машина этого отчёта") \
    HP_WORD(WHAT, "what", \
            "что") \
    HP_WORD(AS_READ, "as read", \
            "как прочитано") \
    HP_WORD(WHAT_IT_GIVES, "gives", \
            "даёт") \
    HP_WORD(BYTES_AND, "{0}" HP_S "bytes ({1}" HP_S "{2})", \
            "{0}" HP_S "байт ({1}" HP_S "{2})") \
    HP_WORD(NS_AND, "{0}" HP_S "ns ({1}" HP_S "{2})", \
            "{0}" HP_S "нс ({1}" HP_S "{2})") \
    HP_WORD(MISSING_TITLE, "Cases without a full result", \
            "Случаи без полного результата") \
    HP_WORD(MISSING_NOTE, "{0} of {1} cases are complete; no verdict uses the others", \
            "полных {0} из {1}; вердикты остальные не используют") \
    HP_WORD(CASE, "case", \
            "случай") \
    HP_WORD(YES, "yes", \
            "да") \
    HP_WORD(NO, "no", \
            "нет") \
    HP_WORD(ONE_EACH, "one for each processor", \
            "по одному на процессор") \
    HP_WORD(BY_SWEEP, "{0} to {1}, as its sweep asks", \
            "от {0} до {1}, по развёртке") \
    HP_WORD(MEASURE_SETTINGS, "Numbers that steered measuring", \
            "Числа, которые управляли измерением") \
    HP_WORD(METHODS, "Methods", \
            "Методы") \
    HP_WORD(METHOD_COUNTERS, "Counters and times never share an iteration. A counter reading follows two forced full collections, runs the operations of one pass, and reads again; equal readings are said to be equal and get no interval.", \
            "Счётчики и времена никогда не берутся в одной итерации. Показанию предшествуют две принудительные полные сборки, затем идут операции прохода и второе чтение; равные показания так и названы, интервала у них нет.") \
    HP_WORD(METHOD_TIMES, "Times: a pilot chooses the batch, the warm-up adapts, iterations go on until the interval is narrow enough or a cap is reached. Every raw sample is kept; outliers (3.5 scaled MAD from the median) are counted, never dropped.", \
            "Времена: пробный запуск выбирает размер пачки, прогрев подстраивается, итерации идут, пока интервал не станет узким или не достигнут предел. Хранится каждое сырое значение; выбросы (3,5 нормированных MAD от медианы) сосчитаны и не отброшены.") \
    HP_WORD(METHOD_INTERVALS, "Intervals are 95" HP_S "%: percentile bootstrap of the median, {0} resamples, in every run by seed {1}, so that equal readings give equal intervals. A resample draws launches, then samples of each; where launches are few the ends of a ratio’s interval move out by Student’s t. A comparison rests on the interval of the ratio of two medians, never on whether two bars overlap.", \
            "Интервалы 95" HP_S "%: процентильный бутстрэп медианы, {0} повторов, в каждом прогоне с зерном {1}: равные показания дают равные интервалы. Повтор выбирает запуски, затем показания каждого; где запусков мало, концы интервала отношения раздвинуты по t Стьюдента. Сравнение опирается на интервал отношения двух медиан, а не на то, перекрываются ли полосы.") \
    HP_WORD(METHOD_CONTROL, "A method against itself gives the resolution: even rounds against odd ones. A smaller effect is “cannot tell”, in assertions and in tables alike.", \
            "Способ против себя даёт разрешение: чётные раунды против нечётных. Меньший эффект — «не решено», и в проверках, и в таблицах.") \
    HP_WORD(METHOD_ORDER, "Each launch is a process of its own. Launches are shuffled by the seed of the run and interleaved over rounds; a timed launch runs alone.", \
            "Каждый запуск — отдельный процесс. Порядок запусков перемешан зерном прогона и чередуется по раундам; запуск с замером времени идёт один.") \
    HP_WORD(METHOD_NUMBERS, "Figures have as many digits as the source printed, and no more than the interval supports; all digits are in the database. KiB and MiB are 1,024-based; MB is a million bytes.", \
            "Цифр столько, сколько напечатал источник, и не больше, чем позволяет интервал; все цифры есть в базе. КиБ и МиБ по 1" HP_K "024; МБ — миллион байт.") \
    HP_WORD(THREATS, "Threats to validity", \
            "Угрозы достоверности") \
    HP_WORD(THREATS_NOTE, "from the quality flags of this run", \
            "по признакам качества этого прогона") \
    HP_WORD(THREAT_COUNTERS, "{0} follows the rules of the runtime to the byte for counters; what crossing a boundary costs in time must be measured on a heap that pays it.", \
            "{0} повторяет правила среды до байта в счётчиках; цену перехода во времени нужно мерить на куче, которая её платит.") \
    HP_WORD(THREAT_PROFILE, "The machine is a profile: cache, memory and processors are stated, not read. Its counters follow from them.", \
            "Машина — профиль: кеш, память и процессоры заданы, а не прочитаны. Счётчики следуют из них.") \
    HP_WORD(THREAT_GOVERNOR, "Frequency governor: {0}. Times may follow the frequency.", \
            "Управление частотой: {0}. Времена могут зависеть от частоты.") \
    HP_WORD(THREAT_TURBO, "Turbo: {0}. The first launches of a series may be faster.", \
            "Турборежим: {0}. Первые запуски серии могут быть быстрее.") \
    HP_WORD(THREAT_VM, "Virtualisation: {0}. Neighbours on the same hardware are not seen from inside.", \
            "Виртуализация: {0}. Соседи на том же железе изнутри не видны.") \
    HP_WORD(THREAT_ASLR, "Address randomisation: {0}.", \
            "Рандомизация адресов: {0}.") \
    HP_WORD(THREAT_RESOLUTION, "A difference of time below {0}" HP_S "% cannot be seen here: timed against themselves, even rounds against odd ones, half of {1} stay within it; the widest interval is {2} {3}, n = {4}.", \
            "Разницы во времени меньше {0}" HP_S "% здесь не видно: сами с собой, чётные раунды против нечётных, в неё укладывается половина ({1}); самый широкий интервал {2} {3}, n = {4}.") \
    HP_WORD(THREAT_NO_CONTROL, "No method was timed in two rounds: how small a difference of time can be seen here is not known.", \
            "Ни один способ не измерен по времени в двух раундах: какая разница ещё видна, неизвестно.") \
    HP_WORD(THREAT_SMALL_N, "Some times rest on n = {0}, too few for an interval.", \
            "Часть времён опирается на n = {0}: мало для интервала.") \
    HP_WORD(THREAT_INCOMPLETE, "Only {0} of {1} cases have a full result.", \
            "Полный результат есть только у {0} случаев из {1}.") \
    HP_WORD(THREAT_NOT_READ, "The threshold setting of this report was not read back as it was asked for.", \
            "Настройка порога этого отчёта не прочитана такой, как запрошена.") \
    HP_WORD(THREAT_ONE_HOST, "Everything here comes from one host and one build of each heap; the overview compares what was merged from others.", \
            "Всё получено на одной машине и одной сборке каждой кучи; сводка сравнивает то, что объединено с других.") \
    /* appendix */ \
    HP_WORD(HASHES, "What took part", \
            "Что участвовало") \
    HP_WORD(HASHES_NOTE, "SHA-256; the database by the content that is printed here", \
            "SHA-256; база — по содержанию, которое здесь напечатано") \
    HP_WORD(ROLE, "role", \
            "роль") \
    HP_WORD(NAME, "name", \
            "имя") \
    HP_WORD(VERSION, "version", \
            "версия") \
    HP_WORD(DATABASE, "database", \
            "база") \
    HP_WORD(DATABASE_CONTENT, "run, cases, samples, facts, texts", \
            "прогон, случаи, показания, факты, тексты") \
    HP_WORD(SCHEMA, "schema {0}", \
            "схема {0}") \
    HP_WORD(FONT, "font", \
            "шрифт") \
    HP_WORD(REPEAT, "To repeat it", \
            "Как повторить") \
    HP_WORD(REUSED_ROW, "measured {0}, reused", \
            "измерено {0}, взято повторно") \
    HP_WORD(REUSED_ALL, "All rows are results of earlier runs, measured {0}, reused.", \
            "Все строки — результаты прежних прогонов, измерены {0}, взяты повторно.") \
    HP_WORD(REUSED_CARD, "{0} of {1} in this run, {2} reused from {3}", \
            "{0} из {1} в этом прогоне, {2} взято повторно от {3}") \
    HP_WORD(MEASURED, "measured", \
            "измерено") \
    HP_WORD(MEASURED_TITLE, "When it was measured", \
            "Когда измерено") \
    HP_WORD(MEASURED_NOTE, "cases of the whole run, by the run that measured them; times in UTC", \
            "случаи всего прогона по прогонам, которые их измерили; время UTC") \
    HP_WORD(MEASURED_FOOT, "A result stands for its case as long as the code of plugin and heap is the same; then a later run reuses it.", \
            "Результат годен для своего случая, пока код модуля и кучи тот же; тогда следующий прогон берёт его повторно.") \
    HP_WORD(THIS_RUN, "{0}, this run", \
            "{0}, этот прогон") \
    HP_WORD(REPEAT_REUSED, "Of them {0} were measured by run {1}, commit {2}, on {3}.", \
            "Из них {0}: прогон {1}, коммит {2}, измерено {3}.") \
    HP_WORD(REPEAT_TEXT, "Results {0} of commit {1}. Deterministic figures must come out equal; times within the interval of their ratio.", \
            "Результаты {0}, коммит {1}. Детерминированные числа должны совпасть, времена — остаться в интервале отношения.") \
    /* overview */ \
    HP_WORD(OVERVIEW_TITLE, "{0}: machines and settings side by side", \
            "{0}: машины и настройки рядом") \
    HP_WORD(OVERVIEW_NONE, "No boundary was found on {0}.", \
            "Граница не найдена; в сравнении {0}.") \
    HP_WORD(OVERVIEW_OPEN, "On {0} of {1} gen2 collections set in somewhere between sizes that have a result; no boundary can be named yet.", \
            "Сборки gen2 начинаются где-то между размерами, у которых есть результат (машин и профилей: {0} из {2}); границу назвать ещё нельзя.") \
    HP_WORD(OVERVIEW_NONE_YET, "Among the cases that have a result no boundary was found on {0}.", \
            "Среди случаев с результатом граница не найдена; в сравнении {0}.") \
    HP_WORD(OVERVIEW_PAIR, "The boundary lies at {2} and {3} on {0} of {1} at the first setting.", \
            "При первой настройке граница лежит между {2} и {3} (машин и профилей: {0} из {4}).") \
    HP_WORD(OVERVIEW_MOVED, " Moving the threshold takes the collections of this pair away in {0} of {1} comparisons.", \
            " Сдвиг порога убирает сборки этой пары в {0} сравнениях из {1}.") \
    HP_WORD(N_PROCESSORS, "processor|processors", "процессор|процессора|процессоров") \
    HP_WORD(BY_PROCESSORS, "{0}: bytes allocated, by processors", "{0}: выделено байт, по процессорам") \
    HP_WORD(BY_PROCESSORS_READ, "Bytes per call at the default setting, panels on one scale. Dash: not measured.", \
            "Байт на вызов при пороге по умолчанию, у панелей одна шкала. Прочерк: не измерено.") \
    HP_WORD(FOREST_TITLE, "The pair of the first setting, everywhere", \
            "Пара первой настройки, везде") \
    HP_WORD(FOREST_NOTE, "square: default, circle: moved; panels have their own scales", \
            "квадрат: по умолчанию, круг: сдвинут; у панелей свои шкалы") \
    HP_WORD(GEN2_FIRST_ABOVE, "gen2 per 1,000", \
            "gen2 на 1" HP_K "000") \
    HP_WORD(TIME_LOG2, "time ratio", \
            "время") \
    HP_WORD(BOUNDARY_HEAD, "boundary", \
            "граница") \
    HP_WORD(FOREST_READ, "At the upper size of the pair, its time over that of the lower. Boundary: under the row’s own setting. Dash: not measured.", \
            "У верхнего размера пары, его время — к времени нижнего. Граница — при настройке строки. Тире: не измерялось.") \
    HP_WORD(FOREST_GEN, " Times of a heap that answers for counters are not judged.", \
            " Времена кучи, отвечающей за счётчики, не судятся.") \
    HP_WORD(FOREST_UNSEEN, " A difference of time below {0}" HP_S "% cannot be seen.", \
            " Разницы во времени меньше {0}" HP_S "% не видно.") \
    HP_WORD(COUNTERS_TITLE, "Counters by machine and setting", \
            "Счётчики по машинам и настройкам") \
    HP_WORD(COUNTERS_BY_SHEET, "same pair; all GC of one reading, bytes of one pass", \
            "та же пара; все GC за показание, байт за проход") \
    HP_WORD(FIRST_SHORT, "first {0}[]", "первый {0}[]") \
    HP_WORD(READ_SHORT, "read back", \
            "прочитано") \
    HP_WORD(LAST_BELOW, "below", \
            "ниже") \
    HP_WORD(FIRST_ABOVE, "above", \
            "выше") \
    HP_WORD(KNOWN_SHORT, "known", \
            "отклонений") \
    HP_WORD(HOLDS_SHORT, "hold", \
            "подтв.") \
    HP_WORD(VERDICTS_BY_SHEET, "Verdicts by report", \
            "Вердикты по отчётам") \
    HP_WORD(VERDICTS_BY_NOTE, "worst first; the file lies beside this one; figures: how many hold of those compared", \
            "сначала худшее; файл рядом; числа: сколько подтвердилось") \
    HP_WORD(VERDICT_TOTALS, "Together, each verdict once: {0}, {1} hold, {2} skipped; {3} of {6}, {4} hold, {5} not compared.", \
            "Вместе без повторов: {0}, подтверждено {1}, пропущено {2}; {3} {6}, подтверждено {4}, не сравнивались {5}.") \
    HP_WORD(N_COMPARISONS, "comparison|comparisons", \
            "сравнение|сравнения|сравнений") \
    HP_WORD(OF_FIGURES, "published figure|published figures", \
            "опубликованного числа|опубликованных чисел|опубликованных чисел") \
    HP_WORD(REPORT_FILE, "report", \
            "отчёт") \
    HP_WORD(CASES_HEAD, "cases", \
            "случаев") \
    HP_WORD(FIGURES_HEAD, "figures", \
            "числа") \
    HP_WORD(N_OF_M, "{0} of {1}", \
            "{0} из {1}")
/* clang-format on */

#endif
