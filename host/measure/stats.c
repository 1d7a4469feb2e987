/* SPDX-License-Identifier: MIT
 * Answers: what do these samples say, and how sure is it? Pure functions over the caller's arrays; scratch
 * memory lives on the stack for up to SCRATCH_N samples, so that summarizing between two iterations
 * leaves libc's heap alone.
 *
 * A resample is indices of sorted samples, drawn with replacement. Its median depends only on how often each
 * index was drawn, so one pass draws into counts and a second one walks to the middle: linear in n, without
 * sorting, and in integers, so that every machine finds the same interval.
 */
#include "measure/stats.h"
#include "base/mem.h"
#include "base/rng.h"

#include <math.h>
#include <string.h>

enum {
    SCRATCH_N = 512,
    LOW_RANK = HP_RESAMPLES / 40,            /* 2.5 % of the resamples lie below it */
    HIGH_RANK = HP_RESAMPLES - 1 - LOW_RANK, /* and 2.5 % above this one */
    CHAIN_MAX = 4,                           /* medians of a ratio of ratios */
};

/* Heap sort: in place, no worst case, no memory. */
static void sift(double *v, size_t root, size_t n)
{
    for (size_t child; (child = 2 * root + 1) < n; root = child) {
        if (child + 1 < n && v[child] < v[child + 1])
            child++;
        if (v[root] >= v[child])
            return;
        const double t = v[root];
        v[root] = v[child];
        v[child] = t;
    }
}

static void sort(double *v, size_t n)
{
    for (size_t i = n / 2; i > 0; i--)
        sift(v, i - 1, n);
    for (size_t last = n; last > 1; last--) {
        const double t = v[0];
        v[0] = v[last - 1];
        v[last - 1] = t;
        sift(v, 0, last - 1);
    }
}

/* The value that would stand at `rank` if v were sorted; rearranges v. Hoare's selection around the middle
 * element: linear for the smooth spreads that resampling makes, and equal values are split evenly. */
static double value_at(double *v, size_t n, size_t rank)
{
    size_t first = 0, last = n - 1;
    while (first < last) {
        const double pivot = v[first + (last - first) / 2];
        size_t i = first, j = last;
        while (i <= j) {
            while (v[i] < pivot)
                i++;
            while (pivot < v[j])
                j--;
            if (i > j)
                break;
            const double t = v[i];
            v[i++] = v[j];
            v[j] = t;
            if (j == 0)
                break;
            j--;
        }
        if (rank <= j)
            last = j;
        else if (rank >= i)
            first = i;
        else
            return v[rank];
    }
    return v[first];
}

static double middle(const double *sorted, size_t n)
{
    return n % 2 == 1 ? sorted[n / 2] : (sorted[n / 2 - 1] + sorted[n / 2]) / 2;
}

/* One side of a bootstrap: sorted samples, where each launch has its own among them, and room for the counts of a
 * resample. */
struct side {
    double *sorted;
    uint32_t *counts;
    uint32_t *rank;   /* of each sample in the order of launches, among the sorted */
    uint32_t *starts; /* of each launch in rank[], then the end */
    size_t n, launches;
    double few_sorted[SCRATCH_N];
    uint32_t few_counts[SCRATCH_N], few_rank[SCRATCH_N], few_starts[SCRATCH_N + 1];
};

/* The first place among the sorted whose value is not below. */
static uint32_t place_of(const double *sorted, size_t n, double value)
{
    size_t low = 0, high = n;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (sorted[middle] < value)
            low = middle + 1;
        else
            high = middle;
    }
    return (uint32_t)low;
}

/* Those of a launch stand side by side. */
static bool starts_launch(struct hp_samples in, size_t i)
{
    return i == 0 || (in.launches != NULL && in.launches[i] != in.launches[i - 1]);
}

static void side_open(struct side *s, struct hp_samples in)
{
    const bool few = in.n <= SCRATCH_N;
    s->n = in.n;
    s->sorted = few ? s->few_sorted : hp_mem_grow(NULL, in.n, sizeof *s->sorted);
    s->counts = few ? s->few_counts : hp_mem_grow(NULL, in.n, sizeof *s->counts);
    s->rank = few ? s->few_rank : hp_mem_grow(NULL, in.n, sizeof *s->rank);
    s->starts = few ? s->few_starts : hp_mem_grow(NULL, in.n + 1, sizeof *s->starts);
    memcpy(s->sorted, in.values, in.n * sizeof *in.values);
    sort(s->sorted, in.n);
    s->launches = 0;
    for (size_t i = 0; i < in.n; i++)
        if (starts_launch(in, i))
            s->starts[s->launches++] = (uint32_t)i;
    s->starts[s->launches] = (uint32_t)in.n;
    /* In one launch all samples are alike, and their order must decide nothing. */
    for (size_t i = 0; i < in.n; i++)
        s->rank[i] = s->launches == 1 ? (uint32_t)i : place_of(s->sorted, in.n, in.values[i]);
}

static void side_close(struct side *s)
{
    if (s->n <= SCRATCH_N)
        return;
    hp_mem_free(s->sorted);
    hp_mem_free(s->counts);
    hp_mem_free(s->rank);
    hp_mem_free(s->starts);
}

/* 32 random bits scaled to [0, n). n is below 2^32, so no index is more than n / 2^32 likelier than
 * another. */
static size_t scaled(uint64_t bits, size_t n)
{
    return (size_t)(((bits & 0xffffffffu) * n) >> 32);
}

/* As many samples of one launch as it has; two indices from one draw. */
static void draw_samples(struct side *s, size_t launch, struct hp_rng *rng)
{
    const uint32_t *rank = s->rank + s->starts[launch];
    const size_t n = s->starts[launch + 1] - s->starts[launch];
    for (size_t i = 0; i < n; i += 2) {
        const uint64_t bits = hp_rng_next(rng);
        s->counts[rank[scaled(bits >> 32, n)]]++;
        if (i + 1 < n)
            s->counts[rank[scaled(bits, n)]]++;
    }
}

/* Launches, then samples of each. Returns how many samples that are: launches need not have equally many. */
static size_t draw_counts(struct side *s, struct hp_rng *rng)
{
    size_t drawn = 0;
    memset(s->counts, 0, s->n * sizeof *s->counts);
    for (size_t i = 0; i < s->launches; i++) {
        const size_t launch = s->launches == 1 ? 0 : scaled(hp_rng_next(rng), s->launches);
        draw_samples(s, launch, rng);
        drawn += s->starts[launch + 1] - s->starts[launch];
    }
    return drawn;
}

/* Median of the resample of n samples that `counts` describes. */
static double counted_median(const double *sorted, const uint32_t *counts, size_t n)
{
    const size_t lower = (n - 1) / 2, upper = n / 2;
    size_t at = 0, seen = counts[0];
    while (seen <= lower)
        seen += counts[++at];
    const double first = sorted[at];
    while (seen <= upper)
        seen += counts[++at];
    return lower == upper ? first : (first + sorted[at]) / 2;
}

static double side_resample(struct side *s, struct hp_rng *rng)
{
    const size_t n = draw_counts(s, rng);
    return counted_median(s->sorted, s->counts, n);
}

static double absolute_deviation(const double *sorted, size_t n, double median)
{
    double few[SCRATCH_N];
    double *deviation = n <= SCRATCH_N ? few : hp_mem_grow(NULL, n, sizeof *deviation);
    for (size_t i = 0; i < n; i++)
        deviation[i] = fabs(sorted[i] - median);
    sort(deviation, n);
    const double mad = middle(deviation, n);
    if (n > SCRATCH_N)
        hp_mem_free(deviation);
    return mad;
}

static void describe(struct hp_summary *out, const double *sorted, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += sorted[i];
    out->n = n;
    out->median = out->low = out->high = middle(sorted, n);
    out->min = sorted[0];
    out->max = sorted[n - 1];
    out->mean = sum / (double)n;
    out->all_equal = out->min == out->max;
    if (out->all_equal)
        out->mean = out->median;
    out->mad = absolute_deviation(sorted, n, out->median);
    for (size_t i = 0; i < n; i++)
        out->outliers += fabs(sorted[i] - out->median) > 3.5 * 1.4826 * out->mad ? 1 : 0;
}

struct hp_summary hp_summarize(struct hp_samples samples, uint64_t seed)
{
    struct hp_summary out = { .n = 0 };
    if (samples.n == 0)
        return out;
    struct side s;
    side_open(&s, samples);
    describe(&out, s.sorted, samples.n);
    if (!out.all_equal) {
        double medians[HP_RESAMPLES];
        struct hp_rng rng;
        hp_rng_seed(&rng, seed);
        for (size_t i = 0; i < HP_RESAMPLES; i++)
            medians[i] = side_resample(&s, &rng);
        out.low = value_at(medians, HP_RESAMPLES, LOW_RANK);
        out.high = value_at(medians, HP_RESAMPLES, HIGH_RANK);
    }
    side_close(&s);
    return out;
}

static double quotient(double a, double b)
{
    if (b != 0)
        return a / b;
    return a == 0 ? NAN : copysign(INFINITY, a);
}

/* Two medians: their ratio. Four: the ratio of the first two over that of the last two. */
static double chain(const double *medians, size_t count)
{
    const double q = quotient(medians[0], medians[1]);
    return count == 2 ? q : quotient(q, quotient(medians[2], medians[3]));
}

/* A resample of 0 / 0 could be anything from 0 up: it counts as 0 for the lower end and as infinite for
 * the upper one, so that it can only widen the interval. */
static void chain_resamples(struct side *sides, size_t count, uint64_t seed,
                            double low[HP_RESAMPLES], double high[HP_RESAMPLES])
{
    struct hp_rng rng;
    hp_rng_seed(&rng, seed);
    for (size_t i = 0; i < HP_RESAMPLES; i++) {
        double medians[CHAIN_MAX] = { 0 };
        for (size_t k = 0; k < count; k++)
            medians[k] = side_resample(&sides[k], &rng);
        const double q = chain(medians, count);
        low[i] = isnan(q) ? 0 : q;
        high[i] = isnan(q) ? INFINITY : q;
    }
}

/* ---- few launches ---- */

/* 97.5 % quantiles of Student's t for 1, 2, .. degrees of freedom, and of the normal. */
static const double student[] = { 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                  2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                                  2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                                  2.060,  2.056, 2.052, 2.048, 2.045, 2.042 };
static const double normal = 1.960;

/* By how much an interval is wider for resting on few launches; 1 when nothing is known of launches. Beyond the
 * table by the first term of the series in 1 / freedom. */
static double widening(size_t freedom)
{
    const size_t known = sizeof student / sizeof *student;
    if (freedom == 0)
        return 1;
    if (freedom <= known)
        return student[freedom - 1] / normal;
    return 1 + (normal * normal + 1) / (4 * (double)freedom);
}

/* The end of a ratio's interval, farther from the ratio: in proportion, so that both ends move alike. */
static double move_out(double ratio, double end, double by)
{
    return by == 1 || !(ratio > 0 && end > 0 && isfinite(ratio)) ? end
                                                                 : ratio * pow(end / ratio, by);
}

static struct hp_interval chain_interval(const struct hp_samples *in, size_t count, uint64_t seed)
{
    struct hp_interval out = { NAN, NAN, NAN };
    struct side sides[CHAIN_MAX];
    double medians[CHAIN_MAX] = { 0 };
    size_t freedom = 0;
    for (size_t k = 0; k < count; k++)
        if (in[k].n == 0)
            return out;
    for (size_t k = 0; k < count; k++) {
        side_open(&sides[k], in[k]);
        medians[k] = middle(sides[k].sorted, in[k].n);
        freedom += sides[k].launches - 1;
    }
    out.value = chain(medians, count);
    if (!isnan(out.value)) {
        double low[HP_RESAMPLES], high[HP_RESAMPLES];
        chain_resamples(sides, count, seed, low, high);
        const double by = widening(freedom);
        out.low = move_out(out.value, value_at(low, HP_RESAMPLES, LOW_RANK), by);
        out.high = move_out(out.value, value_at(high, HP_RESAMPLES, HIGH_RANK), by);
    }
    for (size_t k = 0; k < count; k++)
        side_close(&sides[k]);
    return out;
}

struct hp_interval hp_ratio(struct hp_samples a, struct hp_samples b, uint64_t seed)
{
    const struct hp_samples in[2] = { a, b };
    return chain_interval(in, 2, seed);
}

struct hp_interval hp_ratio_of_ratios(const struct hp_samples now[2],
                                      const struct hp_samples was[2], uint64_t seed)
{
    const struct hp_samples in[CHAIN_MAX] = { now[0], now[1], was[0], was[1] };
    return chain_interval(in, CHAIN_MAX, seed);
}

size_t hp_launches(struct hp_samples samples)
{
    size_t launches = 0;
    for (size_t i = 0; i < samples.n; i++)
        launches += starts_launch(samples, i);
    return launches;
}

/* What the width of an interval is in proportion to, over so many launches of each side. */
static double width_over(size_t launches, size_t sides)
{
    return widening(sides * (launches - 1)) / sqrt((double)launches);
}

/* Until the end that reaches across `bound` would stand at it. */
static size_t more_until(struct hp_interval i, struct hp_basis basis, double bound)
{
    const double end = bound < i.value ? i.value - i.low : i.high - i.value;
    const double wanted = width_over(basis.launches, basis.sides) * fabs(i.value - bound) / end;
    for (size_t more = 1; more <= HP_MORE_MAX; more++)
        if (width_over(basis.launches + more, basis.sides) <= wanted)
            return more;
    return 0;
}

size_t hp_more_launches(struct hp_interval i, struct hp_basis basis, double low, double high)
{
    const double bounds[2] = { low, high };
    size_t most = 0;
    if (basis.launches == 0 || !isfinite(i.low) || !isfinite(i.high) || !isfinite(i.value))
        return 0;
    const bool inside = i.value >= low && i.value <= high;
    for (size_t k = 0; k < 2; k++) {
        /* A value outside is told from the range at the bound beside it, whatever lies beyond. */
        const bool matters = inside || (k == 0) == (i.value < low);
        if (!matters || bounds[k] <= i.low || bounds[k] >= i.high)
            continue;
        const size_t more = more_until(i, basis, bounds[k]);
        if (more == 0)
            return 0;
        most = more > most ? more : most;
    }
    return most;
}
