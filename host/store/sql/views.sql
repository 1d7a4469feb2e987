-- Views for readers: what stands behind the tables and figures of a report. Each comment "-- view NAME: ..."
-- is that view's documentation and is repeated word for word by `heapproof list views`.
-- Values are as measured; a median is the middle of the samples. Intervals of medians and ratios are
-- bootstrapped by the report from view sample_value; those that a verdict used are in view verdict.

-- view case_list: one row per run and case: what it is, on what it ran, how many launches were asked for and are there
CREATE VIEW case_list AS
SELECT rc.run_id, c.case_id, substr(c.identity, 1, 8) AS id, rc.position, rc.sweep, c.workload, c.kind,
       c.method, c.heap, c.plugin, c.runtime, c.gc, c.processors, c.machine, c.threshold,
       coalesce((SELECT group_concat(name || '=' || value, ' ')
                 FROM (SELECT name, value FROM case_param AS p
                       WHERE p.case_id = c.case_id AND p.kind = 'param' ORDER BY position)), '') AS params,
       coalesce((SELECT group_concat(name || '=' || value, ' ')
                 FROM (SELECT name, value FROM case_param AS p
                       WHERE p.case_id = c.case_id AND p.kind = 'option' ORDER BY position)), '') AS options,
       rc.baseline, rc.skip, rc.reused, rc.wanted,
       (SELECT count(*) FROM run_launch AS rl JOIN launch AS l USING (launch_id)
        WHERE rl.run_id = rc.run_id AND l.case_id = c.case_id AND l.outcome <> 'protocol') AS done
FROM run_case AS rc JOIN bench_case AS c USING (case_id);

-- view run_progress: one row per run: how many of its cases have all their launches, some lacking, failures, results of earlier runs
CREATE VIEW run_progress AS
SELECT r.run_id, r.label, r.name, r.state, r.started_utc, r.finished_utc,
       count(l.case_id) FILTER (WHERE l.skip IS NULL) AS cases,
       count(l.case_id) FILTER (WHERE l.skip IS NULL AND l.done >= l.wanted) AS complete,
       count(l.case_id) FILTER (WHERE l.skip IS NULL AND l.done < l.wanted) AS missing,
       count(l.case_id) FILTER (WHERE l.skip IS NOT NULL) AS skipped,
       count(l.case_id) FILTER (WHERE l.reused IS NOT NULL) AS reused,
       (SELECT count(DISTINCT f.case_id) FROM run_launch AS rl JOIN launch AS f USING (launch_id)
        WHERE rl.run_id = r.run_id AND f.outcome <> 'ok') AS failed
FROM run AS r LEFT JOIN case_list AS l USING (run_id)
GROUP BY r.run_id;

-- view measured: one row per run and run that measured for it: of how many cases, when, and by which version; a case that several measured counts for the last of them
CREATE VIEW measured AS
WITH part AS (
  SELECT rl.run_id, l.case_id, max(l.run_id) AS by_run, min(l.started_utc) AS first_utc, max(l.started_utc) AS last_utc
  FROM run_launch AS rl JOIN launch AS l USING (launch_id)
  GROUP BY rl.run_id, l.case_id
)
SELECT p.run_id, p.by_run, r.label AS by_label, r.tool_version, r.commit_id, count(*) AS cases,
       min(p.first_utc) AS first_utc, max(p.last_utc) AS last_utc
FROM part AS p JOIN run AS r ON r.run_id = p.by_run
GROUP BY p.run_id, p.by_run;

-- view failed_launch: one row per launch that did not end well: how, and the sentence that says why
CREATE VIEW failed_launch AS
SELECT rl.run_id, l.case_id, l.launch_id, l.kind, l.round, l.outcome, l.detail, l.started_utc, l.wall_ns,
       l.cpu_ns, l.peak_rss, l.output
FROM run_launch AS rl JOIN launch AS l USING (launch_id)
WHERE l.outcome <> 'ok';

-- view sample_value: every raw sample of the launches that ended well: one row per iteration and metric
CREATE VIEW sample_value AS
SELECT rl.run_id, l.case_id, l.launch_id, l.kind, s.metric, l.round, s.iteration, s.operations, s.value
FROM run_launch AS rl JOIN launch AS l USING (launch_id) JOIN sample AS s USING (launch_id)
WHERE l.outcome = 'ok';

-- view case_value: one row per case and metric: n, smallest, largest, mean and median of its samples; equal is 1 when all are the same
CREATE VIEW case_value AS
WITH ranked AS (
  SELECT *, row_number() OVER w AS nth, count(*) OVER (PARTITION BY run_id, case_id, kind, metric) AS n
  FROM sample_value
  WINDOW w AS (PARTITION BY run_id, case_id, kind, metric ORDER BY value)
)
SELECT run_id, case_id, kind, metric, n, min(value) AS min, max(value) AS max, avg(value) AS mean,
       avg(value) FILTER (WHERE nth IN ((n + 1) / 2, (n + 2) / 2)) AS median,
       min(value) = max(value) AS equal
FROM ranked
GROUP BY run_id, case_id, kind, metric;

-- view case_text: one row per case, metric and text that a launch reported (type names and the like)
CREATE VIEW case_text AS
SELECT DISTINCT rl.run_id, l.case_id, t.metric, t.value
FROM run_launch AS rl JOIN launch AS l USING (launch_id) JOIN sample_text AS t USING (launch_id)
WHERE l.outcome = 'ok';

-- view case_note: one row per sentence that a launch left about its case
CREATE VIEW case_note AS
SELECT DISTINCT rl.run_id, l.case_id, n.text
FROM run_launch AS rl JOIN launch AS l USING (launch_id) JOIN note AS n USING (launch_id);

-- view case_axis: one row per case and numeric parameter: its value, and in `rest` all that is held constant beside it
CREATE VIEW case_axis AS
SELECT l.run_id, l.case_id, p.name AS over, CAST(p.value AS REAL) AS at,
       l.workload || ' ' || l.method || ' ' || l.heap || '/' || l.runtime || ' ' || l.gc || ' p' ||
       l.processors || ' ' || l.machine || ' ' || l.options || ' ' ||
       coalesce((SELECT group_concat(name || '=' || value, ' ')
                 FROM (SELECT name, value FROM case_param AS o
                       WHERE o.case_id = l.case_id AND o.kind = 'param' AND o.name <> p.name
                       ORDER BY position)), '') AS rest,
       l.threshold
FROM case_list AS l JOIN case_param AS p ON p.case_id = l.case_id AND p.kind = 'param'
WHERE p.value GLOB '[0-9]*' AND p.value NOT GLOB '*[^0-9]*';

-- view sweep: one row per point of a sweep chart: the parameter `over`, its value `at`, and one metric there
CREATE VIEW sweep AS
SELECT a.run_id, a.case_id, a.over, a.at, a.rest, a.threshold, v.kind, v.metric, v.n, v.median, v.min, v.max,
       v.equal
FROM case_axis AS a JOIN case_value AS v USING (run_id, case_id);

-- view neighbour: one row per two cases that are next to each other over one parameter and equal in all else
CREATE VIEW neighbour AS
SELECT * FROM (
  SELECT run_id, over, rest, threshold, at AS below, lead(at) OVER w AS above, case_id AS below_case,
         lead(case_id) OVER w AS above_case
  FROM case_axis
  WINDOW w AS (PARTITION BY run_id, over, rest, threshold ORDER BY at)
) WHERE above_case IS NOT NULL;

-- view boundary_pair: one row per metric of two neighbours between which gen2 collections, large objects or mapped blocks begin or end: last below, first above
CREATE VIEW boundary_pair AS
WITH v AS MATERIALIZED (SELECT * FROM case_value),
p AS MATERIALIZED (SELECT * FROM neighbour),
both AS MATERIALIZED (
  SELECT p.*, b.kind, b.metric, b.median AS below_value, a.median AS above_value,
         a.median - b.median AS change, b.n AS below_n, a.n AS above_n, b.equal AS below_equal,
         a.equal AS above_equal
  FROM p JOIN v AS b ON b.run_id = p.run_id AND b.case_id = p.below_case
  JOIN v AS a ON a.run_id = p.run_id AND a.case_id = p.above_case AND a.kind = b.kind AND a.metric = b.metric
)
SELECT run_id, over, rest, threshold, below, above, kind, metric, below_value, above_value, change, below_n,
       above_n, below_equal, above_equal, below_case, above_case
FROM both
WHERE (run_id, over, below_case, above_case) IN (
  SELECT run_id, over, below_case, above_case FROM both
  WHERE metric IN ('gen2_per_1000', 'large_objects_count', 'mmapped_blocks')
    AND (below_value = 0) <> (above_value = 0));

-- view ratio: one row per time ratio of two cases of one run: of = 'neighbour' (above / below) or 'baseline' (case / its baseline method)
CREATE VIEW ratio AS
WITH v AS MATERIALIZED (SELECT * FROM case_value WHERE metric = 'time_ns'),
l AS MATERIALIZED (
  SELECT *, workload || ' ' || heap || '/' || runtime || ' ' || gc || ' ' || processors || ' ' || machine || ' ' ||
         threshold || ' ' || options AS same
  FROM case_list
)
SELECT p.run_id, 'neighbour' AS of, p.over, p.rest, p.threshold, p.above_case AS case_id,
       p.below_case AS base_case, a.median AS value_ns, b.median AS base_ns, a.median / b.median AS ratio,
       a.n, b.n AS base_n
FROM neighbour AS p JOIN v AS a ON a.run_id = p.run_id AND a.case_id = p.above_case
JOIN v AS b ON b.run_id = p.run_id AND b.case_id = p.below_case
WHERE b.median > 0
UNION ALL
SELECT c.run_id, 'baseline', NULL, c.method || ' / ' || o.method || ' ' || c.params, c.threshold, c.case_id,
       o.case_id, a.median, b.median, a.median / b.median, a.n, b.n
FROM l AS c
JOIN l AS o ON o.run_id = c.run_id AND o.same = c.same AND o.method = c.baseline AND o.case_id <> c.case_id
JOIN v AS a ON a.run_id = c.run_id AND a.case_id = c.case_id
JOIN v AS b ON b.run_id = o.run_id AND b.case_id = o.case_id
WHERE b.median > 0 AND NOT EXISTS (
  SELECT 1 FROM case_param AS x JOIN case_param AS y ON y.case_id = o.case_id AND y.kind = 'param'
    AND y.name = x.name AND y.value <> x.value
  WHERE x.case_id = c.case_id AND x.kind = 'param');

-- view causal: one row per metric of two cases that differ in the threshold setting alone: value under the default and under the moved one
CREATE VIEW causal AS
WITH v AS MATERIALIZED (SELECT * FROM case_value),
l AS MATERIALIZED (
  SELECT *, workload || ' ' || kind || ' ' || method || ' ' || heap || '/' || runtime || ' ' || gc || ' ' ||
         processors || ' ' || machine || ' ' || params || ' ' || options AS same
  FROM case_list
),
pair AS MATERIALIZED (
  SELECT d.run_id, d.workload, d.method, d.heap, d.runtime, d.gc, d.processors, d.machine, d.params, d.options,
         m.threshold AS moved, d.case_id AS default_case, m.case_id AS moved_case
  FROM l AS d JOIN l AS m ON m.run_id = d.run_id AND m.same = d.same AND m.threshold <> 'default'
  WHERE d.threshold = 'default'
)
SELECT p.run_id, p.workload, p.method, p.heap, p.runtime, p.gc, p.processors, p.machine, p.params, p.options,
       p.moved, a.kind, a.metric, a.median AS default_value, b.median AS moved_value, a.n AS default_n,
       b.n AS moved_n, p.default_case, p.moved_case
FROM pair AS p JOIN v AS a ON a.run_id = p.run_id AND a.case_id = p.default_case
JOIN v AS b ON b.run_id = p.run_id AND b.case_id = p.moved_case AND b.kind = a.kind AND b.metric = a.metric;

-- view counter: one row per case and counter or probe figure: its value and whether all readings agree
CREATE VIEW counter AS
SELECT l.run_id, l.machine, l.threshold, l.heap, l.runtime, l.gc, l.processors, l.workload, l.method, l.params,
       v.metric, v.median AS value, v.n, v.equal, l.case_id
FROM case_list AS l JOIN case_value AS v USING (run_id, case_id)
WHERE v.kind IN ('counters', 'probe');

-- view setting: one row per heap, runtime and threshold setting: requested, as read back, and the first length in the oldest generation by element
CREATE VIEW setting AS
SELECT DISTINCT l.run_id, l.machine, l.heap, l.runtime, l.gc, l.threshold AS requested,
       x.threshold_applied AS applied, x.runtime_version,
       (SELECT value FROM case_param AS p WHERE p.case_id = l.case_id AND p.name = 'element') AS element,
       (SELECT max(s.value) FROM sample AS s WHERE s.launch_id = x.launch_id AND s.metric = 'first_length')
         AS first_length
FROM case_list AS l JOIN launch AS x ON x.case_id = l.case_id AND x.outcome = 'ok'
JOIN run_launch AS rl ON rl.run_id = l.run_id AND rl.launch_id = x.launch_id
WHERE x.threshold_applied IS NOT NULL;

-- view blocks: one row per block of memory that a probe saw asked for, in the order of asking
CREATE VIEW blocks AS
SELECT rl.run_id, l.case_id, l.round, b.position, b.series, b.place, b.what, b.elements, b.bytes, b.generation,
       b.kept
FROM run_launch AS rl JOIN launch AS l USING (launch_id) JOIN block AS b USING (launch_id)
WHERE l.outcome = 'ok';

-- view timeline: one row per collection: when in allocated bytes, which generation, why, heap and LOH before and after
CREATE VIEW timeline AS
SELECT rl.run_id, l.case_id, l.kind, l.round, g.number, g.generation, g.reason, g.compacted, g.background,
       g.allocated_bytes, g.before_bytes, g.after_bytes, g.loh_before_bytes, g.loh_after_bytes,
       g.promoted_bytes, g.pause_ns
FROM run_launch AS rl JOIN launch AS l USING (launch_id) JOIN collection AS g USING (launch_id)
WHERE l.outcome = 'ok';

-- view verdict: one row per assertion as found when the run ended: the claim, expected and here, n, interval, and what decides
CREATE VIEW verdict AS
SELECT run_id, position, verdict, claim, script, line, decides, machine, threshold, heap, metric, unit, expected,
       here, value, low, high, n, message
FROM judged
WHERE script NOT IN (SELECT id FROM published_row);

-- view published: one row per published figure and what it came to in a run (NULL where no run spoke of it)
CREATE VIEW published AS
SELECT j.run_id, p.id, p.title_en, p.title_ru, p.seed, p.quote_location, p.workload, p.probe_or_method, p.params,
       p.machine AS of_machine, p.runtime, p.gc, p.metric, p.unit, p.low, p.high, p.text, p.kind, p.tolerance,
       p.baseline, p.formula, j.machine, j.threshold, j.heap, j.here, j.n, j.verdict, j.message
FROM published_row AS p LEFT JOIN judged AS j ON j.script = p.id
ORDER BY j.run_id, p.position, j.position;

-- view environment: one row per fact of a run: its host, machines, binaries and the numbers that steered measuring
CREATE VIEW environment AS
SELECT run_id, 'host' AS part, key AS name, value FROM run_fact
UNION ALL
SELECT run_id, 'machine', machine, title || ', ' || processors || ' processors, L3 ' || l3_bytes || ' bytes, memory '
       || memory_bytes || ' bytes' FROM run_machine
UNION ALL
SELECT run_id, 'code', role || ' ' || name, version || ' ' || sha FROM run_code
UNION ALL
SELECT run_id, 'setting', key, value FROM run_setting
UNION ALL
SELECT run_id, 'text', role || ' ' || path, sha FROM run_content;
