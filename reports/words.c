/* SPDX-License-Identifier: MIT
 * Which words does the report use? The table is words_table.h; here is how a row is filled. Parent process.
 */
#include "reports/words.h"

#include "base/text.h"

#include <stdarg.h>
#include <string.h>

static const struct {
    const char *text[2]; /* by enum hp_language */
} words[HP_WORDS] = {
#define HP_WORD(id, en, ru) [HP_W_##id] = { { en, ru } },
    HP_WORDS_TABLE
#undef HP_WORD
};

/* Names that come from metrics, plugins and published rows. */
static const struct {
    const char *name, *text[2];
} units[] = {
    { "bytes", { "bytes", "байт" } },
    { "elements", { "elements", "элементов" } },
    { "collections", { "collections", "сборок" } },
    { "collections per 1000 calls", { "per 1,000 calls", "на 1\xE2\x80\xAF" "000 вызовов" } },
    { "generation", { "generation", "поколение" } },
    { "chunks", { "chunks", "чанков" } },
    { "arrays", { "arrays", "массивов" } },
    { "steps", { "steps", "шагов" } },
    { "types", { "types", "типов" } },
    { "methods", { "methods", "способов" } },
    { "text", { "text", "текст" } },
    { "chars", { "characters", "символов" } },
    { "ratio", { "ratio", "отношение" } },
    { "objects", { "objects", "объектов" } },
    { "faults", { "faults", "отказов" } },
    { "count", { "count", "штук" } },
    { "ns", { "ns", "нс" } },
    { "us", { "\xC2\xB5s", "мкс" } },
    { "ms", { "ms", "мс" } },
    { "s", { "s", "с" } },
    { "KiB", { "KiB", "КиБ" } },
    { "MiB", { "MiB", "МиБ" } },
}, params[] = {
    { "size", { "chunk size", "размер чанка" } },
    { "count", { "source length", "длина источника" } },
    { "take", { "chunks taken", "взято чанков" } },
    { "element", { "element", "элемент" } },
    { "length", { "length", "длина" } },
    { "buffers", { "arrays held", "взято массивов" } },
    { "threads", { "threads", "потоков" } },
    { "profile", { "lengths", "длины" } },
    { "chars", { "characters", "символов" } },
    { "part", { "part", "часть" } },
    { "capacity", { "capacity", "вместимость" } },
    { "inserts", { "inserts", "вставок" } },
    { "builders", { "builders", "экземпляров" } },
    { "docs", { "texts", "текстов" } },
    { "buffer", { "buffer", "буфер" } },
    { "partitions", { "partitions", "секций" } },
    { "depth", { "arrays in each", "массивов в каждой" } },
    { "overload", { "overload", "перегрузка" } },
    { "kind", { "from", "источник" } },
}, zeros[] = { /* parameters of which 0 is no number */
    { "take", { "all", "все" } },
}, values[] = {
    { "workstation", { "workstation, blocking", "рабочая станция, блокирующий" } },
    { "concurrent", { "workstation, concurrent", "рабочая станция, фоновый" } },
    { "server", { "server, blocking", "сервер, блокирующий" } },
    { "server-concurrent", { "server, concurrent", "сервер, фоновый" } },
    { "take=0", { "", "" } },
    { "held=false", { "chunks not held", "чанки не хранятся" } },
    { "held=true", { "chunks held", "чанки хранятся" } },
    { "consume=sum", { "elements summed", "элементы суммируются" } },
    { "consume=first", { "first element read", "читается первый элемент" } },
    { "consume=none", { "elements not read", "элементы не читаются" } },
    { "int32", { "int", "int" } },
    { "int64", { "long", "long" } },
    { "int16", { "short", "short" } },
    { "byte", { "byte", "byte" } },
    { "reference", { "ref", "ref" } },
    { "profile=fixed", { "", "" } },
    { "profile=full", { "lengths that a bucket has", "длины ровно в массив пула" } },
    { "profile=above", { "lengths one above a bucket's", "длины на один больше массива пула" } },
    { "profile=even", { "any lengths up to that", "любые длины до этой" } },
    { "profile=short", { "short lengths more often", "короткие длины чаще" } },
    { "fill=false", { "not written", "без записи" } },
    { "fill=true", { "written", "с записью" } },
    { "clear=false", { "not cleared", "без очистки" } },
    { "clear=true", { "cleared on return", "с очисткой при возврате" } },
    { "handover=none", { "", "" } },
    { "handover=own", { "returned by the same thread", "возврат в том же потоке" } },
    { "handover=foreign", { "returned by another thread", "возврат в чужом потоке" } },
    { "partitions=0", { "", "" } },
    { "depth=0", { "", "" } },
    { "case=none", { "", "" } },
    { "case=no-return", { "never returned", "без возврата" } },
    { "case=double-return", { "returned twice", "двойной возврат" } },
    { "case=foreign-array", { "an array of no pool", "чужой массив" } },
    { "tostring=false", { "without the string", "без итоговой строки" } },
    { "tostring=true", { "with the string", "с итоговой строкой" } },
    { "chunks=several", { "in several chunks", "в нескольких чанках" } },
    { "chunks=1", { "in one chunk", "в одном чанке" } },
    { "copy=first", { "first copy", "первое копирование" } },
    { "copy=later", { "later copy", "не первое копирование" } },
    { "breaks=false", { "", "" } },
    { "breaks=true", { "the connection breaks", "со сбоем связи" } },
    { "buffer=-1", { "", "" } },
    { "source=array", { "from an array", "из массива" } },
    { "source=list", { "from a list", "из списка" } },
    { "source=generator", { "from a generator", "из генератора" } },
    { "first", { "first chunk", "первый чанк" } },
    { "second", { "second chunk", "второй чанк" } },
    { "iterator", { "iterator", "итератор" } },
    { "enumerator", { "enumerator", "перечислитель" } },
    { "role=host", { "host", "программа" } },
    { "role=heap", { "heap", "куча" } },
    { "role=workload", { "workload", "нагрузка" } },
    { "role=library", { "library", "библиотека" } },
    { "role=config", { "config", "конфигурация" } },
    { "role=include", { "include", "вложение" } },
    { "role=script", { "script", "сценарий" } },
    { "role=module", { "module", "модуль" } },
    { "fact=processor", { "processor", "процессор" } },
    { "fact=sockets", { "sockets", "сокеты" } },
    { "fact=cores", { "cores", "ядра" } },
    { "fact=threads", { "hardware threads", "аппаратные потоки" } },
    { "fact=processors", { "usable processors", "доступно процессоров" } },
    { "fact=smt", { "SMT", "SMT" } },
    { "fact=l1d_bytes", { "L1 data", "L1 данных" } },
    { "fact=l1i_bytes", { "L1 instructions", "L1 команд" } },
    { "fact=l2_bytes", { "L2", "L2" } },
    { "fact=l3_bytes", { "L3 slice", "часть L3" } },
    { "fact=memory_bytes", { "memory", "память" } },
    { "fact=memory_limit_bytes", { "memory limit", "предел памяти" } },
    { "fact=page_bytes", { "page", "страница" } },
    { "fact=thp", { "transparent huge pages", "прозрачные большие страницы" } },
    { "fact=system", { "system", "система" } },
    { "fact=kernel", { "kernel", "ядро системы" } },
    { "fact=architecture", { "architecture", "архитектура" } },
    { "fact=glibc", { "C library", "библиотека C" } },
    { "fact=virtualisation", { "virtualisation", "виртуализация" } },
    { "fact=governor", { "frequency governor", "управление частотой" } },
    { "fact=turbo", { "turbo", "турборежим" } },
    { "fact=aslr", { "address randomisation", "рандомизация адресов" } },
    { "fact=clocksource", { "clock source", "источник времени" } },
    { "fact=load_average", { "load average", "средняя загрузка" } },
    { "fact=environment", { "environment variables", "переменные среды" } },
    { "setting=measure.rounds", { "timed launches of each case", "запусков со временем на случай" } },
    { "setting=measure.counter_rounds",
      { "counting launches of each case", "запусков со счётчиками на случай" } },
    { "setting=measure.counter_iterations",
      { "iterations of a counting launch", "итераций запуска со счётчиками" } },
    { "setting=measure.min_iterations",
      { "iterations of a launch, at least", "итераций запуска, не меньше" } },
    { "setting=measure.max_iterations",
      { "iterations of a launch, at most", "итераций запуска, не больше" } },
    { "setting=measure.pass_operations",
      { "operations of a counting iteration", "операций в итерации счётчиков" } },
    { "setting=measure.half_width",
      { "timing ends when the median is within", "время измерено, когда медиана в пределах" } },
    { "setting=measure.min_iteration_ns",
      { "a timed iteration takes at least", "итерация со временем длится не меньше" } },
    { "setting=measure.counters", { "counters are taken", "счётчики снимаются" } },
    { "setting=measure.times", { "times are taken", "время измеряется" } },
    { "setting=limits.time_ns", { "limit of time, a launch", "предел времени запуска" } },
    { "setting=limits.cpu_ns",
      { "limit of processor time, a launch", "предел времени процессора на запуск" } },
    { "setting=limits.memory_bytes", { "limit of memory, a launch", "предел памяти запуска" } },
    { "setting=limits.output_bytes", { "limit of output, a launch", "предел вывода запуска" } },
    { "setting=limits.jobs",
      { "counting launches side by side", "запусков со счётчиками одновременно" } },
    { "value=on", { "on", "включено" } },
    { "value=off", { "off", "выключено" } },
    { "value=none", { "none", "нет" } },
    { "value=always", { "always", "всегда" } },
    { "value=never", { "never", "никогда" } },
    { "value=madvise", { "on request (madvise)", "по запросу (madvise)" } },
    { "value=container (docker)", { "container (docker)", "контейнер (docker)" } },
    { "timeout", { "timed out", "время вышло" } },
    { "crash", { "crashed", "аварийно завершились" } },
    { "memory", { "ran out of memory", "не хватило памяти" } },
    { "refused", { "setting refused", "настройка отклонена" } },
    { "error", { "reported an error", "сообщили об ошибке" } },
    { "output", { "flooded their output", "переполнили вывод" } },
    { "protocol", { "left without an answer", "ушли без ответа" } },
};

const char *hp_words(enum hp_language language, enum hp_word id)
{
    return words[id].text[language];
}

const char *hp_words_fill(const struct hp_fmt *f, enum hp_word id, ...)
{
    const char *arg[10] = { NULL };
    va_list list;
    va_start(list, id);
    for (size_t i = 0; i < 10 && (i == 0 || arg[i - 1] != NULL); i++)
        arg[i] = va_arg(list, const char *);
    va_end(list);
    struct hp_text out = { 0 };
    for (const char *at = hp_words(f->language, id); *at != '\0'; at++) {
        if (*at == '{' && at[1] >= '0' && at[1] <= '9' && at[2] == '}') {
            hp_text_put(&out, arg[at[1] - '0'] != NULL ? arg[at[1] - '0'] : "");
            at += 2;
        } else {
            hp_text_put_n(&out, at, 1);
        }
    }
    const char *kept = hp_arena_copy(f->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

static size_t form_index(enum hp_language language, size_t n)
{
    if (language == HP_EN)
        return n == 1 ? 0 : 1;
    const size_t ten = n % 10, hundred = n % 100;
    if (ten == 1 && hundred != 11)
        return 0;
    return ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14) ? 1 : 2;
}

const char *hp_words_form(const struct hp_fmt *f, enum hp_word id, size_t n)
{
    const char *at = hp_words(f->language, id);
    for (size_t skip = form_index(f->language, n); skip > 0 && strchr(at, '|') != NULL; skip--)
        at = strchr(at, '|') + 1;
    return hp_arena_copy_n(f->arena, at, strcspn(at, "|"));
}

const char *hp_words_counted(const struct hp_fmt *f, enum hp_word id, size_t n)
{
    return hp_arena_print(f->arena, "%s" HP_NBSP "%s", hp_num_count(f, (double)n),
                          hp_words_form(f, id, n));
}

const char *hp_words_capital(const struct hp_fmt *f, const char *text)
{
    static const char *const small[] = { "а", "б", "в", "г", "д", "е", "ё", "ж", "з", "и", "й",
                                         "к", "л", "м", "н", "о", "п", "р", "с", "т", "у", "ф",
                                         "х", "ц", "ч", "ш", "щ", "ъ", "ы", "ь", "э", "ю", "я" },
                             *const large[] = { "А", "Б", "В", "Г", "Д", "Е", "Ё", "Ж", "З",
                                                "И", "Й", "К", "Л", "М", "Н", "О", "П", "Р",
                                                "С", "Т", "У", "Ф", "Х", "Ц", "Ч", "Ш", "Щ",
                                                "Ъ", "Ы", "Ь", "Э", "Ю", "Я" };
    if (*text >= 'a' && *text <= 'z')
        return hp_arena_print(f->arena, "%c%s", *text - 'a' + 'A', text + 1);
    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++)
        if (hp_starts_with(text, small[i]))
            return hp_arena_print(f->arena, "%s%s", large[i], text + strlen(small[i]));
    return text;
}

const char *hp_words_unit(enum hp_language language, const char *unit)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(units[i].name, unit) == 0)
            return units[i].text[language];
    return unit;
}

const char *hp_words_value(enum hp_language language, const char *value)
{
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        if (strcmp(values[i].name, value) == 0)
            return values[i].text[language];
    return value;
}

const char *hp_words_size(const struct hp_fmt *f, const char *param, double x)
{
    for (size_t i = 0; x == 0 && i < sizeof zeros / sizeof zeros[0]; i++)
        if (strcmp(zeros[i].name, param) == 0)
            return zeros[i].text[f->language];
    return hp_num_plain(f, x);
}

const char *hp_words_param(enum hp_language language, const char *name)
{
    for (size_t i = 0; i < sizeof params / sizeof params[0]; i++)
        if (strcmp(params[i].name, name) == 0)
            return params[i].text[language];
    return name;
}
