/* SPDX-License-Identifier: MIT
 * How are reasons said in Russian? The stages that find them write English; here each fixed phrase of theirs has
 * its translation, and what varies (names, values, Lua) stays as it is. Parent process.
 */
#include "reports/pages/pages.h"

#include "measure/metric.h"

#include <ctype.h>
#include <string.h>

/* Longer phrases stand before their own beginnings. */
struct phrase {
    const char *en, *ru;
};
static const struct phrase phrases[] = {
    { "no case in this run to compare with", "в прогоне не с чем сравнить" },
    { "no case on this machine for runtime ", "на этой машине нет случая на .NET " },
    { "no case on this machine for ", "на этой машине нет случая для " },
    { " up to ", " до " },
    { "no case in this run for ", "в прогоне нет случая для " },
    { "no case in this run", "в прогоне нет такого случая" },
    { "no case has a parameter ", "ни у одного случая нет параметра " },
    { "the parameters in this run are", "параметры прогона:" },
    { "did you mean ", "может быть, " },
    { "no case of this run has a ", "ни у одного случая прогона нет " },
    { "no case matches ", "нет случая с " },
    { " together with ", " вместе с " },
    { " - with those, ", " - с ними " },
    { "no case", "нет случая" },
    { "the heaps in this run are ", "кучи прогона: " },
    { "the machines in this run are ", "машины прогона: " },
    { "the runtimes in this run are ", "версии прогона: " },
    { "the thresholds in this run are ", "пороги прогона: " },
    { "the methods in this run are ", "способы прогона: " },
    { "the probes in this run are ", "пробы прогона: " },
    { "the workloads in this run are ", "нагрузки прогона: " },
    { "gen answers for counters; times rest on dotnet",
      "gen отвечает за счётчики; времена опираются на dotnet" },
    { "contradicts what real .NET does; not reproduced as printed",
      "противоречит тому, что делает сам .NET; как напечатано, не воспроизводится" },
    { "a claim in words that no assertion states", "утверждение словами, проверки для него нет" },
    { "no case of a run shows it, a test does: ", "показывает не прогон, а тест: " },
    { "claim, judged by ", "утверждение, проверяет " },
    { "context for other figures, not compared", "нужно для других чисел, не сравнивается" },
    { "an absolute time of another machine: other rows compare by it",
      "время другой машины: по нему сравнивают другие строки" },
    { "an absolute time, and the source has no figure to divide it by",
      "время само по себе, делить его в источнике не на что" },
    { "speaks of ", "говорит о машине " },
    { "compared on dotnet only: a compiler made the name",
      "сравнивается только на dotnet: имя дал компилятор" },
    { "left out by --only", "пропущено из-за --only" },
    { "this heapproof has no heap plugin", "в этом heapproof нет модуля кучи" },
    { "heapproof list heaps names those it has", "какие есть, говорит heapproof list heaps" },
    { "it lies less than one step from the range: the counts move in steps of ",
      "до диапазона меньше одного шага: шаг счётчика " },
    { " per 1,000", " на 1 000" },
    { "collections block here; the source ran with the default, concurrent ones",
      "здесь сборки блокирующие, в источнике — фоновые, по умолчанию" },
    { "the same case differs from itself by up to ",
      "один и тот же случай от раунда к раунду различается до " },
    { "the same case differs from itself without bound between rounds",
      "один и тот же случай от раунда к раунду различается без предела" },
    { " % between rounds", " %" },
    { "the interval of a ratio straddles 1", "интервал отношения содержит 1" },
    { "the value is at the bound: no sensible number of launches would tell",
      "значение у самой границы: разумное число запусков этого не решит" },
    { "the interval contains the bound", "интервал содержит границу" },
    { "a machine profile gives counters, not times",
      "профиль машины даёт счётчики, но не времена" },
    { "not installed (heapproof doctor says how)",
      "не установлен (как это сделать, говорит heapproof doctor)" },
    { "not installed", "не установлен" },
    { "(heapproof doctor says how)", "(что делать, говорит heapproof doctor)" },
    { "the source does not name its machine", "источник не называет свою машину" },
    { "the source does not name the sizes that it compares",
      "источник не называет размеров, которые сравнивает" },
    { "the source does not name exactly what it compares with",
      "источник не называет точно, с чем сравнивает" },
    { "its case in this run does not report it", "его случай в этом прогоне этого не даёт" },
    { "its case was not run to its end", "его случай не доведён до конца" },
    { "the heap collects at every allocation (stress), the source's did not",
      "куча собирает мусор при каждом выделении (stress), у источника было не так" },
    { "both medians are 0", "обе медианы равны 0" },
    { "differs between iterations", "в показаниях различается" },
    { "not cheaper at any size", "ни на одном размере не дешевле" },
    { "cheaper from ", "дешевле, начиная с " },
    { ", surely from ", ", наверняка с " },
    { "not before ", "не раньше чем с " },
    { "the flip is between ", "переход между " },
    { "the predicate is true in ", "условие выполнено в " },
    { " there is no flip: ", " перехода нет: " },
    { " it flips more than once: ", " переход не один: " },
    { "no result yet, launches done: ", "результата пока нет, запусков выполнено: " },
    { "no flip", "перехода нет" },
    { "at least ", "не меньше " },
    { "at most ", "не больше " },
    { "above x ", "больше × " },
    { "below x ", "меньше × " },
};

/* Between the names and values of a finding, as the judge words it; dashes as prose has them by then. */
static const struct phrase evidence[] = {
    { "against case ", "против случая " },
    { "\nover ", "\nпо " },
    { ": of the pair ", ": из пары " },
    { " its series has no ", " в его ряду нет " },
    { " and no ", " и " },
    { "; nearest to ", "; ближайшие к " },
    { "`where` takes ", "`where` берёт рядов: " },
    { " series (cases that differ in more than ", " (случаи, отличающиеся не только по " },
    { "; this one has ", "; у этого " },
    { ", those with the pair have not — say which ", ", у тех, где пара есть, другое: укажите " },
    { ", those with the pair ", ", у тех, где пара есть, " },
    { " — say so in `where`", ": укажите это в `where`" },
    { " in `where`", " в `where`" },
    { "; this is one of them", "; это один из них" },
    { "; none has the pair", "; пары нет ни в одном" },
    { " to be false below the boundary", " неверно под границей" },
    { " to be true above the boundary", " верно за границей" },
    { ": other cases lie between ", ": между ними есть и другие случаи, " },
    { "it has no parameter ", "у него нет параметра " },
    { "its sweep measures no times — say measure = \"times\" or \"all\" there",
      "его прогон не меряет времени: там нужно measure = \"times\" или \"all\"" },
    { "its sweep measures no counters — say measure = \"counters\" or \"all\" there",
      "его прогон не снимает счётчики: там нужно measure = \"counters\" или \"all\"" },
    { " — ask one that does: ", ": спросите тот, что даёт, " },
    { ", and no other case of this run does — sweep a method, probe or heap that has it",
      ", как и остальные в прогоне: нужен способ, проба или куча, где это есть" },
    { "it never reports ", "он не даёт показания " },
    { "it does not report ", "он не дал показания " },
    { " cases are the same with ", " — столько случаев с " },
    { " cases to compare it with, want one — `to` must leave one case",
      " — столько случаев для сравнения, а нужен один: `to` должно оставить один" },
    { ", want one", ", а нужен один" },
    { " launch ", ", запуск " },
    { "crashed with signal ", "упал по сигналу " },
    { " ended with ", " кончился так: " },
    { " readings lie outside", " показаний лежат вне" },
    { ", line ", ", строка " },
    { "case ", "случай " },
    { " and ", " и " },
    { " is ", ": " },
    { " (1 reading)", " (1 показание)" },
    { " iterations equal)", " показаний равны)" },
    { " readings differ)", " показаний различаются)" },
    { " (median of ", " (медиана " },
    { " iterations, ", " показаний, " },
    { " of ", " из " },
    { " to ", " … " },
    { " equal)", " равны)" },
    { ", want ", ", ожидалось " },
    { " over ", " по " },
    { "; about ", "; решили бы ещё около " },
    { " more launches would decide", " запусков" },
    { " more launch would decide", " запуск" },
    { "\nand ", "\nи ещё " },
    { " more", "" },
};

/* Places in the documents whose figures are compared; names of things in them stay. */
static const struct phrase places[] = {
    { "intro", "введение" },
    { "list of ways", "перечень способов" },
    { "listing", "листинг" },
    { "conclusions", "выводы" },
    { "opening of the first story", "начало первой истории" },
    { "opening", "начало" },
    { "story on inserts", "история о вставках" },
    { "story ", "история " },
    { "after the size table", "после таблицы размеров" },
    { "memory report", "отчёт memory" },
    { "threshold report", "отчёт threshold" },
    { "blocks report ", "отчёт blocks " },
    { "report table", "таблица отчёта" },
    { "paragraph on ", "абзац о " },
    { "server paragraph", "абзац о сервере" },
    { "thousand elements", "тысяча элементов" },
    { "links", "ссылки" },
    { "notes on measuring", "замечания об измерении" },
    { "problem statement", "постановка задачи" },
    { "plan", "план" },
    { "summary", "итоги" },
    { "writing part", "часть о записи" },
    { "results", "результаты" },
    { "section on capacity", "раздел о ёмкости" },
    { "section on inserts", "раздел о вставках" },
    { "section on pooled buffer", "раздел о буфере из пула" },
    { "section on ", "раздел о " },
    { "solution", "решение" },
    { "stack allocation", "выделение на стеке" },
    { "strings", "строки" },
    { "supporting classes", "вспомогательные классы" },
    { "uploading", "загрузка" },
    { "downloading", "скачивание" },
    { "hashing", "хеширование" },
    { "what S3 is", "что такое S3" },
    { "class table", "таблица классов" },
    { "file tree", "дерево файлов" },
    { "told twice", "сказано дважды" },
    { "Minio code", "код Minio" },
};

static const char *translate(const struct hp_doc *doc, const struct phrase *table, size_t count,
                             const char *text)
{
    struct hp_text out = { 0 };
    while (*text != '\0') {
        size_t i = 0;
        while (i < count && !hp_starts_with(text, table[i].en))
            i++;
        if (i < count) {
            hp_text_put(&out, table[i].ru);
            text += strlen(table[i].en);
        } else {
            hp_text_put_n(&out, text++, 1);
        }
    }
    const char *kept = hp_arena_copy(doc->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

/* ---- names of metrics ---- */

static const char *title_of(const struct hp_doc *doc, const struct hp_metric *m)
{
    return hp_num_local(&doc->fmt, doc->fmt.language == HP_RU ? m->title_ru : m->title_en);
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) != 0 || c == '_';
}

/* The metric whose name the text begins with; its bytes to `n`. A name that is a word as well ("doublings") is
 * one only where its value follows. */
static const struct hp_metric *metric_at(struct hp_arena *arena, const char *text, size_t *n)
{
    *n = 0;
    while (in_name(text[*n]))
        (*n)++;
    const bool valued = text[*n] == ' ' && isdigit((unsigned char)text[*n + 1]) != 0;
    if (*n == 0 || (!valued && memchr(text, '_', *n) == NULL))
        return NULL;
    return hp_metric_find(hp_arena_copy_n(arena, text, *n));
}

static const char *with_titles(const struct hp_doc *doc, const char *text)
{
    struct hp_text out = { 0 };
    while (*text != '\0') {
        size_t n;
        const struct hp_metric *m = metric_at(doc->arena, text, &n);
        if (m != NULL)
            hp_text_put(&out, title_of(doc, m));
        else
            hp_text_put_n(&out, text, n = n > 0 ? n : 1);
        text += n;
    }
    const char *kept = hp_arena_copy(doc->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

const char *hp_metric_titles(const struct hp_doc *doc, const char *names)
{
    struct hp_text out = { 0 };
    for (const char *at = names; *at != '\0';) {
        const size_t n = strcspn(at, " ");
        const char *name = hp_arena_copy_n(doc->arena, at, n);
        const struct hp_metric *m = hp_metric_find(name);
        hp_text_print(&out, "%s%s", out.bytes > 0 ? ", " : "", m != NULL ? title_of(doc, m) : name);
        at += n + strspn(at + n, " ");
    }
    const char *kept = hp_arena_copy(doc->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

const char *hp_metric_values(const struct hp_doc *doc, const char *text)
{
    struct hp_text out = { 0 };
    for (const char *at = text; *at != '\0';) {
        const char *end = strstr(at, "; ");
        const size_t part = end != NULL ? (size_t)(end - at) : strlen(at);
        size_t n;
        const struct hp_metric *m = metric_at(doc->arena, at, &n);
        hp_text_put(&out, out.bytes > 0 ? m != NULL ? ";\n" : "; " : "");
        if (m != NULL)
            hp_text_print(&out, "%s:", title_of(doc, m));
        const size_t said = m != NULL ? n : 0;
        hp_text_put(&out,
                    hp_num_local(&doc->fmt, hp_arena_copy_n(doc->arena, at + said, part - said)));
        at += part + (end != NULL ? 2 : 0);
    }
    const char *kept = hp_arena_copy(doc->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

const char *hp_phrase(const struct hp_doc *doc, const char *text)
{
    if (text == NULL)
        return NULL;
    text = with_titles(doc, text);
    return hp_num_prose(&doc->fmt,
                        doc->fmt.language != HP_RU
                            ? text
                            : translate(doc, phrases, sizeof phrases / sizeof phrases[0], text));
}

/* Behind the first colon of a line stand values; before it the name of a case, whose id may look like a number. */
static const char *with_marks(const struct hp_doc *doc, const char *text)
{
    struct hp_text out = { 0 };
    while (*text != '\0') {
        const size_t line = strcspn(text, "\n");
        const char *colon = strstr(text, ": ");
        const size_t name =
            colon != NULL && colon < text + line ? (size_t)(colon + 2 - text) : line;
        hp_text_put_n(&out, text, name);
        hp_text_put(&out,
                    hp_num_local(&doc->fmt, hp_arena_copy_n(doc->arena, text + name, line - name)));
        hp_text_put(&out, text[line] == '\n' ? "\n" : "");
        text += line + (text[line] == '\n');
    }
    const char *kept = hp_arena_copy(doc->arena, hp_text_str(&out));
    hp_text_clear(&out);
    return kept;
}

const char *hp_evidence(const struct hp_doc *doc, const char *text)
{
    const char *known = hp_phrase(doc, with_marks(doc, text));
    return doc->fmt.language != HP_RU
               ? known
               : translate(doc, evidence, sizeof evidence / sizeof evidence[0], known);
}

const char *hp_study_place(const struct hp_doc *doc, const char *text)
{
    return doc->fmt.language != HP_RU
               ? hp_arena_copy(doc->arena, text)
               : translate(doc, places, sizeof places / sizeof places[0], text);
}
