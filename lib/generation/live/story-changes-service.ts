/** Listens to the database for changed stories. */
import "server-only";
import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { isServerless } from "@/lib/platform/serverless";

/** Channel on which the database's triggers name the changed story. */
const channel = "story_live";
/** Milliseconds. */
const probeTimeout = 1_000;
/** Milliseconds until LISTEN is tried again: after a lost connection, and where it does not work. */
const reconnectPause = 2_000;
const relistenDelay = 60_000;
const pollPause = 500;
const idleBeforeClosing = 30_000;

type Listener = () => void;

/**
 * Tells subscribers that their story changed. One connection per process listens for all of them;
 * where notifications do not arrive, as behind a transaction pooler, it polls the rows twice a
 * second instead.
 */
class StoryChangeListener {
  private readonly watchers = new Map<string, Set<Listener>>();
  private client: Client | undefined;
  private listening: Promise<void> | undefined;
  /** Number of the latest attempt to listen; closing ends it. */
  private attempt = 0;
  private pollTimer: NodeJS.Timeout | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private retryTimer: NodeJS.Timeout | undefined;
  private readonly seen = new Map<string, string>();
  private probe: { id: string; arrived: () => void } | undefined;

  /** Resolves once changes are reported. @returns a function that ends the watch */
  async watch(storyId: string, listener: Listener): Promise<() => void> {
    clearTimeout(this.idleTimer);
    const set = this.watchers.get(storyId) ?? new Set();
    this.watchers.set(storyId, set.add(listener));
    // A serverless host starts dozens of instances: a connection for each would exhaust the
    // database, and none may stay open after the last stream ends.
    if (isServerless()) this.startPolling();
    else {
      this.listening ??= this.listen();
      await this.listening;
    }
    return () => {
      set.delete(listener);
      if (set.size === 0) {
        this.watchers.delete(storyId);
        this.seen.delete(storyId);
      }
      if (this.watchers.size === 0) {
        if (isServerless()) return void this.close();
        this.idleTimer = setTimeout(() => void this.close(), idleBeforeClosing).unref();
      }
    };
  }

  async close(): Promise<void> {
    clearTimeout(this.idleTimer);
    this.stopPolling();
    this.attempt += 1;
    const { client } = this;
    this.client = undefined;
    this.listening = undefined;
    await client?.end().catch(() => {});
  }

  /** Listens; polls while that does not work, as listening costs the database far less. */
  private async listen(isAgain = false): Promise<void> {
    this.attempt += 1;
    const { attempt } = this;
    try {
      const client = await this.open();
      if (attempt !== this.attempt) return void client.end().catch(() => {});
      this.client = client;
      this.stopPolling();
      // No notification reports a change since the last poll.
      if (isAgain) for (const storyId of this.watchers.keys()) this.notify(storyId);
    } catch (error) {
      log.warn({ err: error }, "LISTEN does not work; polling for changes instead");
      if (attempt === this.attempt) this.fallBack(relistenDelay);
    }
  }

  private fallBack(retryAfter: number): void {
    this.startPolling();
    clearTimeout(this.retryTimer);
    this.retryTimer = setTimeout(() => {
      this.listening = this.listen(true);
    }, retryAfter).unref();
  }

  private async open(): Promise<Client> {
    const { DIRECT_DATABASE_URL, DATABASE_URL } = env();
    const client = new Client({
      connectionString: DIRECT_DATABASE_URL ?? DATABASE_URL,
      connectionTimeoutMillis: 4_000,
      keepAlive: true,
    });
    client.on("notification", ({ payload = "" }) => this.receive(payload));
    client.on("error", () => this.onConnectionLost(client));
    client.on("end", () => this.onConnectionLost(client));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      if (await this.checkDelivery()) return client;
      throw new Error("No notification arrives on the listening connection.");
    } catch (error) {
      // Connecting is retried again and again, so no client may stay open.
      void client.end().catch(() => {});
      throw error;
    }
  }

  /** Whether notifications of other connections reach this one. */
  private async checkDelivery(): Promise<boolean> {
    const id = `probe:${randomUUID()}`;
    let timer: NodeJS.Timeout | undefined;
    const arrived = new Promise<boolean>((resolve) => {
      this.probe = { id, arrived: () => resolve(true) };
      timer = setTimeout(resolve, probeTimeout, false);
    });
    await db.$queryRaw`SELECT pg_notify(${channel}, ${id})::text`;
    const result = await arrived;
    clearTimeout(timer);
    this.probe = undefined;
    return result;
  }

  private receive(payload: string): void {
    if (payload === this.probe?.id) this.probe.arrived();
    else this.notify(payload);
  }

  private notify(storyId: string): void {
    for (const listener of this.watchers.get(storyId) ?? []) listener();
  }

  private onConnectionLost(client: Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.fallBack(reconnectPause);
  }

  private startPolling(): void {
    if (this.pollTimer) return;
    const round = async () => {
      await this.poll().catch((error: unknown) =>
        log.warn({ err: error }, "polling for changes failed"),
      );
      if (this.pollTimer) this.pollTimer = setTimeout(round, pollPause).unref();
    };
    this.pollTimer = setTimeout(round, 0).unref();
  }

  private stopPolling(): void {
    clearTimeout(this.pollTimer);
    clearTimeout(this.retryTimer);
    this.pollTimer = undefined;
    // Compared with this old state, all rows would seem to have changed.
    this.seen.clear();
  }

  private async poll(): Promise<void> {
    const ids = [...this.watchers.keys()];
    if (ids.length === 0) return;
    const rows = await db.$queryRaw<{ id: string; state: string }[]>`
      SELECT s.id, concat_ws('/', s.updated_at,
        (SELECT concat(count(*), max(updated_at)) FROM scene WHERE story_id = s.id),
        (SELECT concat(count(*), max(p.updated_at)) FROM panel p JOIN scene c ON c.id = p.scene_id
          WHERE c.story_id = s.id),
        (SELECT concat(count(*), max(t.created_at)) FROM take t JOIN panel p ON p.id = t.panel_id
          JOIN scene c ON c.id = p.scene_id WHERE c.story_id = s.id),
        (SELECT concat(count(*), max(updated_at)) FROM "character" WHERE story_id = s.id),
        (SELECT concat(count(*), max(updated_at)) FROM location WHERE story_id = s.id)) AS state
      FROM story s WHERE s.id = ANY(${ids}::uuid[])`;
    for (const { id, state } of rows) {
      const before = this.seen.get(id);
      this.seen.set(id, state);
      if (before !== undefined && before !== state) this.notify(id);
    }
  }
}

const holder = globalThis as { inkwrightLive?: StoryChangeListener };

/** The listener of this process. */
export function storyChanges(): StoryChangeListener {
  holder.inkwrightLive ??= new StoryChangeListener();
  return holder.inkwrightLive;
}
