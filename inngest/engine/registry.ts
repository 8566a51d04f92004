import { createHash } from "node:crypto";
import { nextCronTime } from "./cron";
import { accepts, defineFunction, type FunctionDefinition, RegistrationError } from "./definition";
import type { EventPayload, FunctionConfig } from "./protocol";
import { createRun } from "./runs";
import { canonicalJson } from "./signature";
import type { Database, Transaction } from "./store/database";

/** How long an unhandled event waits for a function that registers later. */
const REPLAY_WINDOW = "10 minutes";

export interface AppRegistration {
  id: string;
  url: string;
  sdk: string;
  functions: FunctionConfig[];
}

/**
 * Stores an app's registration; functions that it no longer names get no new runs. Returns whether
 * it changed anything. Throws RegistrationError if the engine cannot serve the app.
 */
export async function registerApp(db: Database, app: AppRegistration): Promise<boolean> {
  const definitions = app.functions.map(defineFunction);
  const ids = definitions.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) {
    throw new RegistrationError(`The app "${app.id}" registers two functions with one id.`);
  }
  const checksum = createHash("sha256")
    .update(canonicalJson({ url: app.url, definitions }))
    .digest("hex");
  return db.transaction(async (tx) => {
    const [known] = await tx.query<{ checksum: string }>(
      "SELECT checksum FROM @app WHERE id = $1 FOR UPDATE",
      [app.id],
    );
    await tx.query(
      `INSERT INTO @app (id, url, sdk, checksum) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET url = $2, sdk = $3, checksum = $4, synced_at = now()`,
      [app.id, app.url, app.sdk, checksum],
    );
    if (known?.checksum === checksum) return false;
    // An app with a changed id replaces the app at the same address.
    await tx.query("UPDATE @app SET checksum = '' WHERE url = $2 AND id <> $1", [app.id, app.url]);
    await tx.query(
      `UPDATE @function SET archived_at = now() WHERE archived_at IS NULL AND (
         (app_id = $1 AND NOT (id = ANY($2)))
         OR app_id IN (SELECT id FROM @app WHERE url = $3 AND id <> $1))`,
      [app.id, ids, app.url],
    );
    await tx.query(
      `DELETE FROM @cron_schedule WHERE function_id IN
         (SELECT id FROM @function WHERE archived_at IS NOT NULL)`,
    );
    // Excludes concurrent events: see receiveEvent.
    await tx.query("LOCK TABLE @function_trigger IN EXCLUSIVE MODE");
    const replayed = new Set<string>();
    for (const definition of definitions) {
      await storeFunction(tx, app.id, definition, known === undefined, replayed);
    }
    await tx.query("UPDATE @event SET handled = true WHERE id = ANY($1)", [[...replayed]]);
    return true;
  });
}

async function storeFunction(
  tx: Transaction,
  appId: string,
  definition: FunctionDefinition,
  isFirstSync: boolean,
  replayed: Set<string>,
): Promise<void> {
  await tx.query(
    `INSERT INTO @function (id, app_id, definition) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET app_id = $2, definition = $3, archived_at = NULL`,
    [definition.id, appId, JSON.stringify(definition)],
  );
  await tx.query("INSERT INTO @pace (function_id) VALUES ($1) ON CONFLICT DO NOTHING", [
    definition.id,
  ]);
  const before = await tx.query<{ event: string; condition: string }>(
    "DELETE FROM @function_trigger WHERE function_id = $1 RETURNING event, condition",
    [definition.id],
  );
  const known = new Set(before.map(({ event, condition }) => `${event} ${condition}`));
  for (const { event, condition } of definition.events) {
    await tx.query(
      "INSERT INTO @function_trigger (function_id, event, condition) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
      [definition.id, event, condition],
    );
    if (!known.has(`${event} ${condition}`)) {
      await replayUnhandled(tx, definition, event, condition, isFirstSync, replayed);
    }
  }
  await tx.query("DELETE FROM @cron_schedule WHERE function_id = $1 AND NOT (cron = ANY($2))", [
    definition.id,
    definition.crons.map(({ cron }) => cron),
  ]);
  for (const { cron } of definition.crons) {
    const next = nextCronTime(cron, new Date());
    await tx.query(
      `INSERT INTO @cron_schedule (function_id, cron, next_at) VALUES ($1, $2, $3)
       ON CONFLICT (function_id, cron) DO NOTHING`,
      [definition.id, cron, next],
    );
    tx.wakeAfter(next.getTime() - Date.now());
  }
}

/**
 * Gives a new trigger the earlier events that no function handled: an app may send before its first
 * sync, or before the sync that follows an upgrade. Such events count as handled once all functions
 * have received them.
 */
async function replayUnhandled(
  tx: Transaction,
  definition: FunctionDefinition,
  trigger: string,
  condition: string,
  isFirstSync: boolean,
  replayed: Set<string>,
): Promise<void> {
  const events = await tx.query<{ id: string; payload: EventPayload }>(
    `SELECT id, payload FROM @event
     WHERE NOT handled AND name = $1
       AND ($2 OR received_at > now() - interval '${REPLAY_WINDOW}')
     ORDER BY received_at`,
    [trigger, isFirstSync],
  );
  for (const { id, payload } of events) {
    if (!accepts(condition, payload)) continue;
    await createRun(tx, definition, payload);
    replayed.add(id);
  }
}
