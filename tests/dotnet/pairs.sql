-- SPDX-License-Identifier: MIT
-- What differs between two cases that are one but for their heap: case, metric, what gen and what dotnet say. Smallest
-- and largest of a counter's readings, or a text. A metric that only one of the two heaps knows is no pair, nor is one of
-- these: what the system gave the process; the approximate total, in which threads of a runtime show; small survivors,
-- which padding moves by 24 bytes.
WITH apart(metric) AS (
  VALUES ('peak_rss'), ('committed_bytes'), ('allocated_approx_bytes'), ('soh_live_bytes')
),
said AS (
  SELECT case_id, metric, iif(min = max, printf('%.10g', min), printf('%.10g..%.10g', min, max)) AS value
  FROM case_value
  WHERE metric NOT IN (SELECT metric FROM apart)
  UNION ALL
  SELECT case_id, metric, value FROM case_text
),
found AS (
  SELECT l.workload || ' ' || l.method || ' ' || l.runtime || ' ' || l.params AS pair, l.heap, s.metric, s.value
  FROM case_list AS l JOIN said AS s USING (case_id)
)
SELECT a.pair, a.metric, a.value AS gen, b.value AS dotnet
FROM found AS a JOIN found AS b ON b.pair = a.pair AND b.metric = a.metric AND b.heap = 'dotnet'
WHERE a.heap = 'gen' AND b.value <> a.value
ORDER BY 1, 2;
