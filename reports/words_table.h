/* SPDX-License-Identifier: MIT
 * The words of the report: one row per text, English and Russian. Edited like data; see words.h for the form.
 */
#ifndef HP_REPORTS_WORDS_TABLE_H
#define HP_REPORTS_WORDS_TABLE_H

/* clang-format off */
#define HP_S "\xC2\xA0"     /* no-break space */
#define HP_K "\xE2\x80\xAF" /* between groups of digits in Russian */

#define HP_WORDS_TABLE \
    /* furniture */ \
    HP_WORD(TABLE_LABEL, "Table" HP_S "{0} · view {1}", "Таблица" HP_S "{0} · view {1}") \
    HP_WORD(FIGURE_LABEL, "Figure" HP_S "{0} · view {1}", "Рисунок" HP_S "{0} · view {1}") \
    HP_WORD(CONTINUED, "(continued)", "(продолжение)") \
    HP_WORD(SUMMARY_LINK, "summary", "сводка") \
    HP_WORD(PAGE_OF, "page {0} of {1}", "стр. {0} из {1}") \
    HP_WORD(FOOTER, "run {0} · {1} · {2} of {3} cases", "прогон {0} · {1} · {2} из {3} случаев") \
    HP_WORD(FOOTER_INCOMPLETE, "run {0} · {1} · incomplete: {2} of {3} cases", "прогон {0} · {1} · не завершён: {2} из {3} случаев") \
    HP_WORD(ONE_SHEET, "report of one machine, one threshold setting", "отчёт по одной машине и одной настройке порога") \
    HP_WORD(ALL_SHEETS, "overview of machines and threshold settings", "сводка машин и настроек порога") \
    HP_WORD(HEADER_RIGHT, "{0} · {1} · threshold {2}", "{0} · {1} · порог {2}") \
    HP_WORD(SUBJECT, "{0}, threshold {1}", "{0}, порог {1}") \
    HP_WORD(DEFAULT, "default", "по умолчанию") \
    HP_WORD(DEFAULT_BYTES, "default ({0}" HP_S "bytes)", "по умолчанию ({0}" HP_S "байт)") \
    HP_WORD(BYTES, "{0}" HP_S "bytes", "{0}" HP_S "байт") \
    HP_WORD(NOT_DETERMINED, "not determined", "не определено") \
    /* verdicts */ \
    HP_WORD(BROKEN, "broken", "нарушено") \
    HP_WORD(CANNOT_TELL, "cannot tell", "не решено") \
    HP_WORD(KNOWN, "known deviation", "отклонение") \
    HP_WORD(SKIPPED, "skipped", "пропущено") \
    HP_WORD(HOLDS, "holds", "подтверждено") \
    HP_WORD(N_BROKEN, "broken|broken", "нарушено|нарушено|нарушено") \
    HP_WORD(N_CANNOT_TELL, "cannot tell|cannot tell", "не решено|не решено|не решено") \
    HP_WORD(N_KNOWN, "known deviation|known deviations", "отклонение|отклонения|отклонений") \
    HP_WORD(N_SKIPPED, "skipped|skipped", "пропущено|пропущено|пропущено") \
    HP_WORD(N_HOLDS, "holds|hold", "подтверждено|подтверждено|подтверждено") \
    HP_WORD(N_HOLDS_SO_FAR, "holds so far|hold so far", "пока подтв.|пока подтв.|пока подтв.") \
    HP_WORD(MORE_LAUNCHES, "more launch of each side would decide|more launches of each side would decide", "запуска каждой стороны|запусков каждой стороны|запусков каждой стороны") \
    HP_WORD(ABOUT, "about {0}", "решили бы ещё около {0}") \
    HP_WORD(HOLDS_NOW, "marked as a known deviation, but it holds now", "отмечено как известное отклонение, но теперь подтверждается") \
    HP_WORD(SHOWN_ONLY, "shown, does not decide", "показано, не решает") \
    /* page 1 */ \
    HP_WORD(MACHINE, "machine", "машина") \
    HP_WORD(THRESHOLD_SETTING, "threshold setting", "настройка порога") \
    HP_WORD(RUN, "run", "прогон") \
    HP_WORD(DATE_TOOL, "date, tool", "дата, программа") \
    HP_WORD(SEED, "{0}, seed {1}", "{0}, зерно {1}") \
    HP_WORD(DATE_TOOL_VALUE, "{0} UTC, {1}", "{0} UTC, {1}") \
    HP_WORD(EVERY_ARRAY, "{0} {2} instead of {1} put every array into the large object heap: gen2 collections rise from {3} to {4} per 1,000 calls", \
            "{0} {2} вместо {1} отправляют каждый массив в кучу больших объектов: на 1" HP_K "000 вызовов {4} сборок gen2 вместо {3}") \
    HP_WORD(AT_INSTEAD, "At {2} {0} instead of {1} gen2 collections rise from {3} to {4} per 1,000 calls", \
            "При {2} {0} вместо {1} сборок второго поколения на 1" HP_K "000 вызовов {4} вместо {3}") \
    HP_WORD(AND_SLOWER, ", and a pass takes {0} times as long", ", проход дольше в {0} раза") \
    HP_WORD(AND_FASTER, ", and a pass takes {0} of the time", ", проход занимает {0} прежнего времени") \
    HP_WORD(AND_LEVEL, "; no difference in time can be told, {0}", "; разницы во времени не видно, {0}") \
    HP_WORD(AND_WITHIN, "; time {0} is within its control, {1}" HP_S "%", \
            "; время {0} — в пределах контроля, {1}" HP_S "%") \
    HP_WORD(CONTROL_IS, " Control: one of the two sizes differs as much from itself between rounds, so no difference in time can be told.", \
            " Контроль: настолько один из двух размеров отличается сам от себя между раундами, поэтому разницы во времени не видно.") \
    HP_WORD(TIMES_UNTOLD, "{0} of {1} assertions about time cannot be told here; half of the timed cases differ from themselves by {2}" HP_S "% or more between rounds. A quieter machine or more rounds (measure.rounds) would tell more.", \
            "Утверждений о времени не решено {0} из {1}; половина измеренных случаев отличается сама от себя между раундами на {2}" HP_S "% и больше. Помогли бы тихая машина или больше раундов (measure.rounds).") \
    HP_WORD(MOVED_GONE, " At a threshold of {0} bytes neither size costs a full collection.", " При пороге {0} байт полных сборок нет у обоих размеров.") \
    HP_WORD(MOVED_BOTH_GONE, " With the threshold moved to {0} bytes both effects are gone.", " При пороге {0} байт оба эффекта исчезают.") \
    HP_WORD(MOVED_BOUNDARY, " With the threshold moved to {0} bytes the boundary lies at {1} and {2}.", " При пороге {0} байт граница лежит между {1} и {2}.") \
    HP_WORD(DEFAULT_BOUNDARY, " At the default threshold of {0} bytes the boundary lies at {1} and {2}.", " При пороге по умолчанию, {0} байт, граница лежит между {1} и {2}.") \
    HP_WORD(NO_BOUNDARY, "From {1} to {2} in {0} no size costs a full collection that the size before it does not cost.", \
            "От {1} до {2} по параметру «{0}» ни одно значение не вызывает полных сборок, которых не вызывало бы предыдущее.") \
    HP_WORD(NO_COLLECTION, "No {0} from {1} to {2} costs a full collection.", \
            "От {1} до {2} по параметру «{0}» ни одно значение не вызывает полных сборок.") \
    HP_WORD(OPEN_STEP, "Between {1} and {2} in {0} gen2 collections rise from {3} to {4} per 1,000 calls; where is not known: planned values between them have no result ({5}).", \
            "Между {1} и {2} по параметру «{0}» сборок gen2 на 1" HP_K "000 вызовов становится {4} вместо {3}; где именно, неизвестно: у значений между ними ({5}) нет результата.") \
    HP_WORD(NO_BOUNDARY_YET, "From {1} to {2} in {0}, {3} of {4} values have a result: none of them costs a full collection that the one before it does not cost.", \
            "От {1} до {2} по параметру «{0}» результат есть у {3} значений из {4}: ни одно из них не вызывает полных сборок, которых не вызывало бы предыдущее.") \
    HP_WORD(NO_COLLECTION_YET, "From {1} to {2} in {0}, {3} of {4} values have a result: none of them costs a full collection.", \
            "От {1} до {2} по параметру «{0}» результат есть у {3} значений из {4}: ни одно из них не вызывает полных сборок.") \
    HP_WORD(RESULTS_ONLY, "{0} of {1} cases have a result; no assertion speaks of them.", \
            "Результат есть у {0} случаев из {1}; утверждений о них нет.") \
    HP_WORD(CLAIMS_ONLY, "{0} of {1} claims hold on this machine and setting.", "На этой машине и настройке подтверждено утверждений: {0} из {1}.") \
    HP_WORD(NO_RESULT, "No case of this machine and setting has a result yet.", "Ни один случай этой машины и настройки ещё не дал результата.") \
    HP_WORD(REST_COUNTERS, "Counters rest on the {0} heap, {1} of {2} readings equal; {3} answers for counters, not for what crossing costs in time.", \
            "Счётчики опираются на кучу {0}, {1} из {2} показаний равны; {3} отвечает за счётчики, а не за цену во времени.") \
    HP_WORD(REST_BOTH, "Times and counters rest on {0}. Intervals are 95" HP_S "%, percentile bootstrap of the median, {1} resamples, seed {2}; n = {3} per point.", \
            "Времена и счётчики опираются на {0}. Интервалы 95" HP_S "%, бутстрэп медианы, {1} повторов, зерно {2}; n = {3} на точку.") \
    HP_WORD(N_ASSERTIONS, "assertion|assertions", "утверждение|утверждения|утверждений") \
    HP_WORD(N_FIGURES, "published figure|published figures", "опубликованное число|опубликованных числа|опубликованных чисел") \
    HP_WORD(N_CASES, "case|cases", "случай|случая|случаев") \
    HP_WORD(INCOMPLETE, "Incomplete: {0} of {1} cases have a result", "Не завершено: результат есть у {0} случаев из {1}") \
    HP_WORD(INTERRUPTED, "The run was interrupted. ", "Прогон прерван. ") \
    HP_WORD(NOT_TO_THE_END, "Not run to the end: {0}; the same command goes on with them. ", "Не доведено до конца: {0}; та же команда их продолжит. ") \
    HP_WORD(FAILED, "Failed: {0}. ", "Не удалось: {0}. ") \
    HP_WORD(NOT_USED, "No verdict uses them: “holds” is said of what was run.", "Вердикты их не используют: «подтверждено» сказано о том, что выполнено.") \
    HP_WORD(LEFT_OUT, " Left out: {0} that cannot speak of this machine ({1}).", " Не перечислены те, что ничего не скажут об этой машине: {0} ({1}).") \
    HP_WORD(COUNTS_LINE, "Counted: {0}, {1}{4}. {2} of {3} cases have a result", "Посчитаны: {0}, {1}{4}. Результат есть у {2} случаев из {3}") \
    HP_WORD(COUNTS_APART, "; not compared: {0} (page" HP_S "{1})", "; не сравнивались: {0} (стр." HP_S "{1})") \
    HP_WORD(COUNTS_ALL, "; none is missing.", "; пропусков нет.") \
    HP_WORD(COUNTS_MISSING, "; the others are on page {0}.", "; остальные — на стр. {0}.") \
    HP_WORD(WORST_FIRST, "What does not hold, worst first", "Что не подтвердилось, сначала худшее") \
    HP_WORD(ALL_HOLD, "What was claimed: all of it holds", "Что утверждалось: подтверждено всё") \
    HP_WORD(VERDICT, "verdict", "вердикт") \
    HP_WORD(CLAIM_WHERE, "claim, and where it is written", "утверждение и где оно записано") \
    HP_WORD(EXPECTED, "expected", "ожидалось") \
    HP_WORD(HERE_INTERVAL, "here, 95" HP_S "% interval", "здесь, интервал 95" HP_S "%") \
    HP_WORD(N, "n", "n") \
    HP_WORD(PAGE, "page", "стр.") \
    HP_WORD(REST_HOLD, "Of those that hold, {0} assertions are on page {1} and after, {2} figures on page {3} and after.", \
            "Из подтверждённых утверждения ({0}) — на стр. {1} и далее, числа ({2}) — на стр. {3} и далее.") \
    HP_WORD(AND_MORE, "{0} more on page {1}.", "Ещё {0} на стр. {1}.") \
    HP_WORD(NO_CLAIMS, "The run has no assertion that speaks of this machine and setting.", "В прогоне нет утверждений об этой машине и настройке.") \
    HP_WORD(CARD, "Machine and settings, as read back", "Машина и настройки, как прочитаны") \
    HP_WORD(CONTENTS, "In this report", "В этом отчёте") \
    HP_WORD(AGAIN, "Again:", "Повторить:") \
    HP_WORD(HEAPS, "heaps", "кучи") \
    HP_WORD(PROCESSORS, "processors", "процессоры") \
    HP_WORD(L3, "L3 slice", "часть L3") \
    HP_WORD(MEMORY, "memory", "память") \
    HP_WORD(LOH_THRESHOLD, "LOH threshold", "порог LOH") \
    HP_WORD(READ_BACK, "requested {0}, read back {1} bytes", "запрошено {0}, прочитано {1} байт") \
    HP_WORD(NOT_READ_BACK, "requested {0}, not read back", "запрошено {0}, не прочитано") \
    HP_WORD(RESOLUTION, "resolution", "разрешение") \
    HP_WORD(RESOLUTION_VALUE, "a case against itself: half within {2}" HP_S "%, widest {0} {1}", "случай против себя: половина в пределах {2}" HP_S "%, самый широкий {0} {1}") \
    HP_WORD(RESOLUTION_NONE, "no timed control: statements rest on counters", "контроля по времени нет: выводы опираются на счётчики") \
    HP_WORD(A_PROFILE, "profile", "профиль") \
    HP_WORD(PROFILE, "profile: counters only, no times", "профиль: только счётчики, без времени") \
    HP_WORD(NOT_RUN_YET, "not run to its end: {0} of {1} launches", "не доведён до конца: запусков {0} из {1}") \
    HP_WORD(LAUNCHES_FAILED, "{0} of {1} launches {2}: {3}", "запусков {0} из {1} {2}: {3}") \
    /* sections */ \
    HP_WORD(SEC_BOUNDARY, "The boundary", "Граница") \
    HP_WORD(SEC_SWEEP, "What was tested, by sweep", "Что проверялось, по развёрткам") \
    HP_WORD(SEC_CAUSAL, "Causal control: threshold moved", "Проверка причины: порог сдвинут") \
    HP_WORD(SEC_PUBLISHED, "Published against here", "Опубликовано и здесь") \
    HP_WORD(SEC_WAYS, "The ways side by side", "Способы рядом") \
    HP_WORD(SEC_CROSSOVER, "From which size on it is faster", "С какого размера быстрее") \
    HP_WORD(SEC_COUNTERS, "Two counters side by side", "Два счётчика рядом") \
    HP_WORD(SEC_WASTE, "What rounding wastes", "Потери от округления") \
    HP_WORD(SEC_BLOCKS, "Blocks behind a chunk", "Блоки за одним чанком") \
    HP_WORD(SEC_TIMELINE, "Heap and collections", "Куча и сборки") \
    HP_WORD(SEC_SAMPLES, "Times, every reading", "Времена, каждое показание") \
    HP_WORD(SEC_VERDICTS, "All claims with their Lua lines", "Все утверждения со строками Lua") \
    HP_WORD(SEC_ENVIRONMENT, "Environment, methods, threats", "Среда, методы, угрозы") \
    HP_WORD(SEC_APPENDIX, "Texts, hashes, how to repeat", "Тексты, хеши, как повторить") \
    HP_WORDS_PAGES

#include "reports/words_pages.h"
/* clang-format on */

#endif
