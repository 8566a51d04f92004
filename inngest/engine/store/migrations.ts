/**
 * The engine's tables. A new version is a new entry at the end of `versions`; entries that were
 * released are never edited. `@` stands for the schema.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE @app (
    id text PRIMARY KEY,
    url text NOT NULL,
    sdk text NOT NULL,
    checksum text NOT NULL,
    synced_at timestamptz NOT NULL DEFAULT now()
  );

  CREATE TABLE @function (
    id text PRIMARY KEY,
    app_id text NOT NULL REFERENCES @app ON DELETE CASCADE,
    definition json NOT NULL,
    archived_at timestamptz
  );

  CREATE TABLE @function_trigger (
    function_id text NOT NULL REFERENCES @function ON DELETE CASCADE,
    event text NOT NULL,
    condition text NOT NULL DEFAULT '',
    PRIMARY KEY (function_id, event, condition)
  );
  CREATE INDEX function_trigger_event ON @function_trigger (event);

  CREATE TABLE @cron_schedule (
    function_id text NOT NULL REFERENCES @function ON DELETE CASCADE,
    cron text NOT NULL,
    jitter_ms integer NOT NULL DEFAULT 0,
    next_at timestamptz NOT NULL,
    PRIMARY KEY (function_id, cron)
  );
  CREATE INDEX cron_schedule_next_at ON @cron_schedule (next_at);

  CREATE TABLE @event (
    id text PRIMARY KEY,
    name text NOT NULL,
    payload json NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    handled boolean NOT NULL
  );
  CREATE INDEX event_received_at ON @event (received_at);
  CREATE INDEX event_unhandled ON @event (name, received_at) WHERE NOT handled;

  CREATE TABLE @seen_key (
    scope text NOT NULL,
    key text NOT NULL,
    owner_id text NOT NULL,
    expires_at timestamptz NOT NULL,
    PRIMARY KEY (scope, key)
  );
  CREATE INDEX seen_key_expires_at ON @seen_key (expires_at);

  CREATE TABLE @run (
    id text PRIMARY KEY,
    function_id text NOT NULL,
    event json NOT NULL,
    status text NOT NULL DEFAULT 'queued'
      CHECK (status IN ('queued', 'running', 'completed', 'failed', 'cancelled')),
    output json,
    limit_keys text[] NOT NULL DEFAULT '{}',
    limits integer[] NOT NULL DEFAULT '{}',
    created_at timestamptz NOT NULL DEFAULT now(),
    started_at timestamptz,
    ended_at timestamptz
  );
  CREATE INDEX run_function ON @run (function_id, created_at);
  CREATE INDEX run_ended_at ON @run (ended_at) WHERE ended_at IS NOT NULL;

  CREATE TABLE @step (
    run_id text NOT NULL REFERENCES @run ON DELETE CASCADE,
    id text NOT NULL,
    position bigint GENERATED ALWAYS AS IDENTITY,
    name text NOT NULL,
    op text NOT NULL,
    state json NOT NULL,
    completed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (run_id, id)
  );

  CREATE TABLE @queue_item (
    run_id text NOT NULL REFERENCES @run ON DELETE CASCADE,
    step_id text NOT NULL,
    attempt integer NOT NULL DEFAULT 0,
    refusals integer NOT NULL DEFAULT 0,
    again boolean NOT NULL DEFAULT false,
    race boolean NOT NULL DEFAULT false,
    available_at timestamptz NOT NULL DEFAULT now(),
    run_created_at timestamptz NOT NULL,
    limit_keys text[] NOT NULL DEFAULT '{}',
    limits integer[] NOT NULL DEFAULT '{}',
    lease_owner text,
    lease_until timestamptz,
    PRIMARY KEY (run_id, step_id)
  );
  CREATE INDEX queue_item_free ON @queue_item (run_created_at, run_id) WHERE lease_until IS NULL;
  CREATE INDEX queue_item_leased ON @queue_item (lease_until) WHERE lease_until IS NOT NULL;

  CREATE TABLE @wait (
    run_id text NOT NULL REFERENCES @run ON DELETE CASCADE,
    step_id text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('sleep', 'event', 'invoke', 'cancel')),
    name text NOT NULL,
    race boolean NOT NULL DEFAULT false,
    event text,
    condition text,
    invoked_run_id text,
    expires_at timestamptz,
    PRIMARY KEY (run_id, step_id)
  );
  CREATE INDEX wait_event ON @wait (event) WHERE event IS NOT NULL;
  CREATE INDEX wait_invoked_run ON @wait (invoked_run_id) WHERE invoked_run_id IS NOT NULL;
  CREATE INDEX wait_expires_at ON @wait (expires_at) WHERE expires_at IS NOT NULL;
  `,
  `
  CREATE TABLE @throttle (
    key text PRIMARY KEY,
    next_at timestamptz NOT NULL
  );
  CREATE INDEX throttle_next_at ON @throttle (next_at);
  `,
  // Without invocations, race mode and jitter.
  `
  ALTER TABLE @queue_item DROP COLUMN race, DROP COLUMN again;
  ALTER TABLE @wait DROP COLUMN race, DROP COLUMN invoked_run_id;
  ALTER TABLE @cron_schedule DROP COLUMN jitter_ms;
  `,
  // Turns among the keys of a function, throttles that are counted when a run starts, and waits that
  // are found by the value that they wait for.
  `
  CREATE TABLE @pace (
    function_id text PRIMARY KEY REFERENCES @function ON DELETE CASCADE,
    turn double precision NOT NULL DEFAULT 1,
    started_at timestamptz,
    next_at timestamptz
  );
  INSERT INTO @pace (function_id) SELECT id FROM @function;
  DROP TABLE @throttle;

  CREATE TABLE @turn (
    function_id text NOT NULL REFERENCES @function ON DELETE CASCADE,
    key text NOT NULL,
    turn double precision NOT NULL,
    PRIMARY KEY (function_id, key)
  );

  ALTER TABLE @run ADD COLUMN turn double precision NOT NULL DEFAULT 0;
  ALTER TABLE @queue_item
    ADD COLUMN function_id text,
    ADD COLUMN is_start boolean NOT NULL DEFAULT false,
    ADD COLUMN turn double precision NOT NULL DEFAULT 0;
  UPDATE @queue_item q SET function_id = r.function_id FROM @run r WHERE r.id = q.run_id;
  ALTER TABLE @queue_item ALTER COLUMN function_id SET NOT NULL;
  DROP INDEX @queue_item_free;
  CREATE INDEX queue_item_free ON @queue_item (function_id, is_start, turn, run_created_at, run_id)
    WHERE lease_until IS NULL;
  CREATE INDEX queue_item_due ON @queue_item (available_at) WHERE lease_until IS NULL;

  ALTER TABLE @wait ADD COLUMN awaited text;
  DROP INDEX @wait_event;
  CREATE INDEX wait_event ON @wait (event, awaited) WHERE event IS NOT NULL;
  `,
];
