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
const idleBeforeClosing = 30_000;

interface Watcher {
  onChange: () => void;
  /** The connection broke: changes may be missed from now on. */
  onLost: () => void;
}

/** Tells watchers that their story changed; one connection per process listens for all of them. */
class StoryChangeListener {
  private readonly watchers = new Map<string, Set<Watcher>>();
  private client: Promise<Client> | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private probe: { id: string; arrived: () => void } | undefined;

  /**
   * Resolves once changes are reported, to a function that ends the watch; to null where they do
   * not arrive, as behind a transaction pooler.
   */
  async watch(storyId: string, watcher: Watcher): Promise<(() => void) | null> {
    // A serverless host starts dozens of instances: a connection for each would exhaust the
    // database.
    if (isServerless()) return null;
    clearTimeout(this.idleTimer);
    const set = this.watchers.get(storyId) ?? new Set();
    this.watchers.set(storyId, set.add(watcher));
    const unwatch = () => {
      set.delete(watcher);
      if (set.size === 0 && this.watchers.get(storyId) === set) this.watchers.delete(storyId);
      if (this.watchers.size > 0) return;
      clearTimeout(this.idleTimer);
      this.idleTimer = setTimeout(() => void this.close(), idleBeforeClosing).unref();
    };
    this.client ??= this.open();
    const opening = this.client;
    try {
      await opening;
      return unwatch;
    } catch (error) {
      log.warn({ err: error }, "LISTEN does not work; browsers poll instead");
      if (this.client === opening) this.client = undefined;
      unwatch();
      return null;
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.idleTimer);
    const { client } = this;
    this.client = undefined;
    await client?.then((opened) => opened.end()).catch(() => {});
  }

  private async open(): Promise<Client> {
    const { DIRECT_DATABASE_URL, DATABASE_URL } = env();
    const client = new Client({
      connectionString: DIRECT_DATABASE_URL ?? DATABASE_URL,
      connectionTimeoutMillis: 4_000,
      keepAlive: true,
    });
    const lose = () => void this.onConnectionLost(client);
    client.on("notification", ({ payload = "" }) => this.receive(payload));
    client.on("error", lose);
    client.on("end", lose);
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      if (await this.checkDelivery()) return client;
      throw new Error("No notification arrives on the listening connection.");
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
  }

  /** Whether notifications of other connections reach this one. */
  private async checkDelivery(): Promise<boolean> {
    const id = `probe:${randomUUID()}`;
    const { promise: arrived, resolve } = Promise.withResolvers<boolean>();
    this.probe = { id, arrived: () => resolve(true) };
    await db.$queryRaw`SELECT pg_notify(${channel}, ${id})::text`;
    // Only now, because the query may wait for a connection of the pool.
    const timer = setTimeout(resolve, probeTimeout, false);
    const result = await arrived;
    clearTimeout(timer);
    this.probe = undefined;
    return result;
  }

  private receive(payload: string): void {
    if (payload === this.probe?.id) this.probe.arrived();
    for (const { onChange } of this.watchers.get(payload) ?? []) onChange();
  }

  private async onConnectionLost(client: Client): Promise<void> {
    const current = await this.client?.catch(() => null);
    if (current !== client) return;
    this.client = undefined;
    const lost = [...this.watchers.values()].flatMap((set) => [...set]);
    this.watchers.clear();
    for (const { onLost } of lost) onLost();
  }
}

const holder = globalThis as { inkwrightLive?: StoryChangeListener };

/** The listener of this process. */
export function storyChanges(): StoryChangeListener {
  holder.inkwrightLive ??= new StoryChangeListener();
  return holder.inkwrightLive;
}
