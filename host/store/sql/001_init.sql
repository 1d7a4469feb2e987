-- Schema version 1. Tables are written by the parent only, one BEGIN IMMEDIATE transaction per launch.
-- Readers use the views of views.sql. Times are UTC text "2026-11-30T14:02:05Z" or integer nanoseconds.
-- A launch and what it delivered never change once committed; a run links to the launches it rests on.

CREATE TABLE meta (                          -- about the file itself: views_sha
  key   TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE host (
  host_id     INTEGER PRIMARY KEY,
  fingerprint TEXT NOT NULL UNIQUE,          -- sha256 over the facts that stay while it stays the same host
  title       TEXT NOT NULL                  -- "2 x AMD EPYC, L3 32 MiB"
) STRICT;
CREATE TABLE content (                       -- texts of configs, includes, scripts, modules
  sha  TEXT PRIMARY KEY,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE run (
  run_id       INTEGER PRIMARY KEY,
  label        TEXT NOT NULL UNIQUE,         -- "2026-11-30T14-02-05", also the folder of its renderings
  name         TEXT NOT NULL,
  title        TEXT NOT NULL,
  question     TEXT NOT NULL,
  language     TEXT NOT NULL CHECK (language IN ('en','ru')),
  seed         INTEGER NOT NULL,
  command      TEXT NOT NULL,                -- reproduces the run; ASCII
  config_path  TEXT NOT NULL,
  tool_version TEXT NOT NULL,
  commit_id    TEXT NOT NULL,                -- git revision, "+dirty" when the tree was changed
  started_utc  TEXT NOT NULL,
  finished_utc TEXT,
  state        TEXT NOT NULL CHECK (state IN ('running','complete','interrupted')),
  host_id      INTEGER NOT NULL REFERENCES host
) STRICT;
CREATE TABLE run_content (
  run_id   INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  position INTEGER NOT NULL,
  role     TEXT NOT NULL CHECK (role IN ('config','include','script','module')),
  path     TEXT NOT NULL,
  sha      TEXT NOT NULL REFERENCES content,
  PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE run_code (                      -- binaries that took part
  run_id  INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  role    TEXT NOT NULL CHECK (role IN ('host','workload','heap','library')),
  name    TEXT NOT NULL,
  version TEXT NOT NULL,
  sha     TEXT NOT NULL,
  PRIMARY KEY (run_id, role, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE run_fact (                      -- the host ledger: one row per fact that could matter
  run_id   INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  position INTEGER NOT NULL,
  key      TEXT NOT NULL,                    -- "processor", "l3_bytes", "governor", ...
  value    TEXT,                             -- NULL: not determined
  PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE run_setting (                   -- numbers that steered measuring: "measure.rounds", ...
  run_id   INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  position INTEGER NOT NULL,
  key      TEXT NOT NULL,
  value    TEXT NOT NULL,
  PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE run_machine (                   -- machines that the run speaks of
  run_id       INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  machine      TEXT NOT NULL,                -- 'this' or a profile's name
  title        TEXT NOT NULL,
  profile      INTEGER NOT NULL CHECK (profile IN (0,1)),
  processors   INTEGER NOT NULL,
  l3_bytes     INTEGER NOT NULL,
  memory_bytes INTEGER NOT NULL,
  PRIMARY KEY (run_id, machine)
) STRICT, WITHOUT ROWID;

CREATE TABLE bench_case (
  case_id    INTEGER PRIMARY KEY,
  identity   TEXT NOT NULL,
  workload   TEXT NOT NULL,
  kind       TEXT NOT NULL CHECK (kind IN ('method','probe')),
  method     TEXT NOT NULL,
  heap       TEXT NOT NULL,
  plugin     TEXT NOT NULL,
  runtime    INTEGER NOT NULL,               -- 0: the heap has none
  gc         TEXT NOT NULL,
  processors INTEGER NOT NULL,
  machine    TEXT NOT NULL,
  threshold  TEXT NOT NULL,                  -- 'default' or bytes
  host_id    INTEGER REFERENCES host,        -- where it ran, for machine 'this'
  CHECK ((machine = 'this') = (host_id IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX bench_case_identity ON bench_case (identity, coalesce(host_id, 0));
CREATE TABLE case_param (
  case_id  INTEGER NOT NULL REFERENCES bench_case ON DELETE CASCADE,
  kind     TEXT NOT NULL CHECK (kind IN ('param','option')),
  position INTEGER NOT NULL,
  name     TEXT NOT NULL,
  value    TEXT NOT NULL,
  PRIMARY KEY (case_id, kind, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE run_case (
  run_id   INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  case_id  INTEGER NOT NULL REFERENCES bench_case,
  position INTEGER NOT NULL,
  sweep    TEXT NOT NULL,
  baseline TEXT,
  skip     TEXT,                             -- reason; NULL: to be run
  counters INTEGER NOT NULL CHECK (counters IN (0,1)),
  times    INTEGER NOT NULL CHECK (times IN (0,1)),
  given    INTEGER NOT NULL,                 -- bit i: the sweep names the case's parameter at position i
  wanted   INTEGER NOT NULL,                 -- launches that the plan asks for
  epoch    INTEGER NOT NULL,                 -- of its launches; --fresh starts a new one
  reused   TEXT,                             -- where all launches were there before the run: date of the newest
  PRIMARY KEY (run_id, case_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE launch (
  launch_id   INTEGER PRIMARY KEY,
  case_id     INTEGER NOT NULL REFERENCES bench_case,
  run_id      INTEGER NOT NULL REFERENCES run, -- that executed it
  kind        TEXT NOT NULL CHECK (kind IN ('counters','time','probe')),
  round       INTEGER NOT NULL,
  epoch       INTEGER NOT NULL,
  attempt     INTEGER NOT NULL,              -- from 0; the next when the one before says nothing about the case any more
  outcome     TEXT NOT NULL CHECK (outcome IN
                ('ok','error','refused','crash','timeout','memory','output','protocol')),
  detail      TEXT,                          -- one sentence
  threshold_applied INTEGER,                 -- read back; NULL: none
  runtime_version TEXT,
  started_utc TEXT NOT NULL,
  wall_ns     INTEGER NOT NULL,
  cpu_ns      INTEGER NOT NULL,
  peak_rss    INTEGER NOT NULL,
  output      TEXT NOT NULL,                 -- captured, bounded
  UNIQUE (case_id, kind, round, epoch, attempt),
  CHECK ((outcome = 'ok') = (detail IS NULL))
) STRICT;
CREATE INDEX launch_run ON launch (run_id);
CREATE TABLE run_launch (                    -- the launches that a run rests on, its own and reused ones
  run_id    INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  launch_id INTEGER NOT NULL REFERENCES launch,
  PRIMARY KEY (run_id, launch_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE sample (
  launch_id  INTEGER NOT NULL REFERENCES launch ON DELETE CASCADE,
  metric     TEXT NOT NULL,
  iteration  INTEGER NOT NULL,
  operations INTEGER NOT NULL,
  value      REAL NOT NULL,                  -- counts and bytes are exact up to 2^53
  PRIMARY KEY (launch_id, metric, iteration)
) STRICT, WITHOUT ROWID;
CREATE TABLE sample_text (
  launch_id INTEGER NOT NULL REFERENCES launch ON DELETE CASCADE,
  metric    TEXT NOT NULL,
  value     TEXT NOT NULL,
  PRIMARY KEY (launch_id, metric)
) STRICT, WITHOUT ROWID;
CREATE TABLE block (
  launch_id  INTEGER NOT NULL REFERENCES launch ON DELETE CASCADE,
  position   INTEGER NOT NULL,
  series     TEXT NOT NULL,
  place      INTEGER NOT NULL,
  what       TEXT NOT NULL,
  elements   INTEGER NOT NULL,
  bytes      INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  kept       INTEGER NOT NULL CHECK (kept IN (0,1)),
  PRIMARY KEY (launch_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE collection (
  launch_id  INTEGER NOT NULL REFERENCES launch ON DELETE CASCADE,
  number     INTEGER NOT NULL,
  generation INTEGER NOT NULL,
  reason     TEXT NOT NULL CHECK (reason IN ('forced','small','large','stress','limit')),
  compacted  INTEGER NOT NULL,
  background INTEGER NOT NULL,
  allocated_bytes INTEGER NOT NULL,
  before_bytes    INTEGER NOT NULL,          -- all generations
  after_bytes     INTEGER NOT NULL,
  loh_before_bytes INTEGER NOT NULL,
  loh_after_bytes  INTEGER NOT NULL,
  promoted_bytes  INTEGER NOT NULL,
  pause_ns   INTEGER NOT NULL,
  PRIMARY KEY (launch_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE note (
  launch_id INTEGER NOT NULL REFERENCES launch ON DELETE CASCADE,
  position  INTEGER NOT NULL,
  text      TEXT NOT NULL,
  PRIMARY KEY (launch_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE judged (                        -- verdicts as found when the run ended
  run_id   INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
  position INTEGER NOT NULL,
  script   TEXT NOT NULL,
  line     INTEGER NOT NULL,
  claim    TEXT NOT NULL,
  verdict  TEXT NOT NULL CHECK (verdict IN ('holds','broken','cannot tell','skipped','known deviation')),
  decides  INTEGER NOT NULL CHECK (decides IN (0,1)),
  machine  TEXT NOT NULL,                    -- '' when it spans several
  threshold TEXT NOT NULL,
  expected TEXT NOT NULL,
  here     TEXT NOT NULL,
  n        INTEGER NOT NULL,
  message  TEXT NOT NULL,
  heap     TEXT NOT NULL,                    -- '' when it spans several
  metric   TEXT NOT NULL,
  unit     TEXT NOT NULL,
  value    REAL,                             -- the measured side when it is one number
  low      REAL,                             -- its 95 % interval, NULL when it has none
  high     REAL,
  PRIMARY KEY (run_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE published_row (                 -- figures of the seed documents, as shipped with the run
  id TEXT PRIMARY KEY, seed TEXT NOT NULL, system TEXT NOT NULL, workload TEXT NOT NULL,
  probe_or_method TEXT NOT NULL, params TEXT NOT NULL, machine TEXT NOT NULL, runtime TEXT NOT NULL,
  gc TEXT NOT NULL, threshold TEXT NOT NULL, metric TEXT NOT NULL, unit TEXT NOT NULL,
  low REAL, high REAL, decimals INTEGER NOT NULL, text TEXT NOT NULL, kind TEXT NOT NULL, tolerance TEXT NOT NULL,
  baseline TEXT NOT NULL, formula TEXT NOT NULL, quote_location TEXT NOT NULL,
  title_en TEXT NOT NULL, title_ru TEXT NOT NULL,
  answer TEXT NOT NULL,                      -- kind Q: metrics that can answer it, then ": " and the checks that do; or ''
  position INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
