import type { Logger } from "pino";
import { z } from "zod";
import { callApp, UnreachableError } from "./call";
import type { Database, Transaction } from "./database";
import { type FunctionDefinition, functionConfig, nextCronTime } from "./definition";
import type { Settings } from "./options";
import { type EventPayload, headers } from "./protocol";
import { startTriggered } from "./runs";

const TIMEOUT_MS = 60_000;

const syncAnswer = z.object({ functions: z.array(functionConfig).max(1_000) });

/** Keeps the app's functions current: asks for them until the app answers, then at intervals. */
export class Registration {
  private timer: NodeJS.Timeout | undefined;
  private current: Promise<void> = Promise.resolve();
  private stopped = false;
  private problem = "";
  private registered = "";

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
    private readonly settings: Settings,
  ) {}

  start(): void {
    this.current = this.sync();
  }

  private async sync(): Promise<void> {
    const { appUrl: url, syncIntervalMs, refusalMs } = this.settings;
    let pause = syncIntervalMs;
    try {
      const answer = await callApp(
        this.settings,
        "PUT",
        { body: { url }, headers: { [headers.syncKind]: "in_band" } },
        { timeoutMs: TIMEOUT_MS },
      );
      if (answer.status !== 200) throw new Error(`The app answered ${answer.status}`);
      const { functions } = readAnswer(answer.body);
      const text = JSON.stringify(functions);
      if (text !== this.registered) {
        await register(this.db, functions);
        this.log.info({ url }, "The app is synced");
      }
      this.registered = text;
      this.problem = "";
    } catch (error) {
      const { message } = error as Error;
      if (message !== this.problem) {
        const level = error instanceof UnreachableError ? "info" : "error";
        this.log[level]({ url, problem: message }, "The app is not synced yet");
      }
      this.problem = message;
      pause = refusalMs;
    }
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.current = this.sync();
    }, pause);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.current;
  }
}

function readAnswer(body: string): z.infer<typeof syncAnswer> {
  const parsed = syncAnswer.safeParse(JSON.parse(body));
  if (parsed.success) return parsed.data;
  throw new Error(
    `A function uses what the embedded engine lacks; Inngest's own server has it (inngest/engine/README.md). ${z.prettifyError(parsed.error)}`,
  );
}

/**
 * Stores the app's functions; those that it no longer names are deleted with their runs. Starts
 * what events asked for that came before their functions: an app may send before its first sync, or
 * before the sync that follows an upgrade.
 */
export function register(db: Database, functions: FunctionDefinition[]): Promise<void> {
  return db.transaction(async (tx) => {
    // Excludes concurrent events: see receiveEvent.
    await tx.query("LOCK TABLE function IN EXCLUSIVE MODE");
    await tx.query("DELETE FROM function WHERE NOT id = ANY($1)", [functions.map(({ id }) => id)]);
    for (const definition of functions) await store(tx, definition);
    const events = await tx.query<{ id: string; payload: EventPayload }>(
      "SELECT id, payload FROM event ORDER BY id",
    );
    for (const { id, payload } of events) {
      if (await startTriggered(tx, payload)) {
        await tx.query("DELETE FROM event WHERE id = $1", [id]);
      }
    }
  });
}

async function store(tx: Transaction, definition: FunctionDefinition): Promise<void> {
  const { id, crons } = definition;
  await tx.query(
    `INSERT INTO function (id, definition) VALUES ($1, $2)
     ON CONFLICT (id) DO UPDATE SET definition = $2`,
    [id, JSON.stringify(definition)],
  );
  await tx.query("DELETE FROM cron_schedule WHERE function_id = $1 AND NOT cron = ANY($2)", [
    id,
    crons,
  ]);
  for (const cron of crons) {
    const next = nextCronTime(cron);
    await tx.query(
      `INSERT INTO cron_schedule (function_id, cron, next_at) VALUES ($1, $2, $3)
       ON CONFLICT (function_id, cron) DO NOTHING`,
      [id, cron, next],
    );
    if (next) tx.wake(next.getTime() - Date.now());
  }
}
