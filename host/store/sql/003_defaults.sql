-- Schema version 3: what a parameter of a workload is when nothing names it, as its plugin said at the time of the
-- run. Published figures need it: what they do not name is at this value. Earlier runs are of one workload.
CREATE TABLE run_default (
  run_id   INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  workload TEXT NOT NULL,
  name     TEXT NOT NULL,
  value    TEXT NOT NULL,
  PRIMARY KEY (run_id, workload, name)
) STRICT, WITHOUT ROWID;
INSERT INTO run_default (run_id, workload, name, value)
  SELECT run_id, 'chunk', column1, column2 FROM run, (VALUES
    ('count', '1000000'), ('size', '20000'), ('element', 'int32'), ('held', 'false'), ('consume', 'sum'),
    ('take', '0'), ('source', 'generator'), ('chunk', 'first'), ('of', 'chunk-array'));
