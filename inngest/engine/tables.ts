/** Any change of the tables gets a new number: an engine with another one makes them anew. */
export const TABLES_VERSION = 5;

export const tables = `
  CREATE TABLE schema_version (version integer PRIMARY KEY);

  -- With each function its present turn, its last start, and when its throttle allows more.
  CREATE TABLE function (
    id text PRIMARY KEY,
    definition jsonb NOT NULL,
    turn double precision NOT NULL DEFAULT 1,
    started_at timestamptz,
    next_at timestamptz
  );

  CREATE TABLE cron_schedule (
    function_id text NOT NULL REFERENCES function ON DELETE CASCADE,
    cron text NOT NULL,
    next_at timestamptz NOT NULL,
    PRIMARY KEY (function_id, cron)
  );

  -- The turn of the last run of each key.
  CREATE TABLE turn (
    function_id text NOT NULL REFERENCES function ON DELETE CASCADE,
    key text NOT NULL,
    turn double precision NOT NULL,
    PRIMARY KEY (function_id, key)
  );

  -- Events that no function has handled yet.
  CREATE TABLE event (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    payload json NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE seen_event (
    name text NOT NULL,
    id text NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (name, id)
  );
  CREATE INDEX seen_event_expires_at ON seen_event (expires_at);

  CREATE TABLE run (
    id text PRIMARY KEY,
    function_id text NOT NULL REFERENCES function ON DELETE CASCADE,
    event json NOT NULL,
    status text NOT NULL DEFAULT 'open'
      CHECK (status IN ('open', 'completed', 'failed', 'cancelled')),
    output json,
    limit_keys text[] NOT NULL,
    turn_key text,
    turn double precision NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    started_at timestamptz,
    ended_at timestamptz
  );
  CREATE INDEX run_function ON run (function_id, created_at);
  CREATE INDEX run_ended_at ON run (ended_at) WHERE ended_at IS NOT NULL;

  -- Memoised results, in the order in which they came.
  CREATE TABLE step (
    run_id text NOT NULL REFERENCES run ON DELETE CASCADE,
    id text NOT NULL,
    position bigint GENERATED ALWAYS AS IDENTITY,
    name text NOT NULL,
    op text NOT NULL,
    state json NOT NULL,
    completed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (run_id, id)
  );

  -- Calls to make or under way.
  CREATE TABLE queue_item (
    run_id text NOT NULL REFERENCES run ON DELETE CASCADE,
    step_id text NOT NULL,
    function_id text NOT NULL,
    is_start boolean NOT NULL DEFAULT false,
    turn double precision NOT NULL,
    run_created_at timestamptz NOT NULL,
    limit_keys text[] NOT NULL,
    attempt integer NOT NULL DEFAULT 0,
    available_at timestamptz NOT NULL DEFAULT now(),
    is_claimed boolean NOT NULL DEFAULT false,
    PRIMARY KEY (run_id, step_id)
  );
  CREATE INDEX queue_item_free ON queue_item (function_id, is_start, turn, run_created_at, run_id)
    WHERE NOT is_claimed;
  CREATE INDEX queue_item_due ON queue_item (available_at) WHERE NOT is_claimed;
  CREATE INDEX queue_item_claimed ON queue_item (run_id) WHERE is_claimed;

  -- Sleeps, awaited events and cancelOn rules of runs that have not ended.
  CREATE TABLE wait (
    run_id text NOT NULL REFERENCES run ON DELETE CASCADE,
    step_id text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('sleep', 'event', 'cancel')),
    name text NOT NULL,
    event text,
    -- The field that the event must have, with its value.
    awaited text,
    expires_at timestamptz,
    PRIMARY KEY (run_id, step_id)
  );
  CREATE INDEX wait_event ON wait (event, awaited) WHERE event IS NOT NULL;
  CREATE INDEX wait_expires_at ON wait (expires_at) WHERE expires_at IS NOT NULL;
`;
