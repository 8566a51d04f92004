// Tells every instance of the app which cached pages a write has made old: PostgreSQL carries the
// word (NOTIFY), so that no other service is needed. Plain JavaScript: the server loads it beside
// the build, without a loader.
import { randomUUID } from "node:crypto";
import pg from "pg";

const channel = "inkwright_pages";
/** PostgreSQL takes less than 8,000 bytes in one message. */
const longestMessage = 7_000;
/** Milliseconds for which a write waits until the others have been told. */
const patience = 1_000;
const reconnectPause = 1_000;

export class ExpiryChannel {
  #options;
  #id = randomUUID();
  #client = null;
  #connecting = null;
  #unsaid = new Set();
  #ended = false;

  constructor(options) {
    this.#options = options;
  }

  /** Listens from now on; safe to call again and again. */
  start() {
    if (!this.#client && !this.#ended) this.#connecting ??= this.#connect();
  }

  /**
   * Tells the other instances. Resolves when they have been told, or after a second; what could not
   * be said then is said as soon as the database is there again.
   */
  async publish(tags) {
    for (const tag of tags) this.#unsaid.add(tag);
    this.start();
    let timer;
    const waited = new Promise((resolve) => {
      timer = setTimeout(resolve, patience);
    });
    await Promise.race([this.#say(), waited]);
    clearTimeout(timer);
  }

  async close() {
    this.#ended = true;
    await this.#connecting;
    await this.#client?.end().catch(() => {});
    this.#client = null;
  }

  async #connect() {
    const client = new pg.Client({
      connectionString: this.#options.connectionString,
      connectionTimeoutMillis: 4_000,
      keepAlive: true,
      application_name: "inkwright-pages",
    });
    const lost = () => {
      if (this.#client === client) this.#client = null;
      this.#again();
    };
    client.on("error", lost);
    client.on("end", lost);
    client.on("notification", ({ payload = "" }) => this.#receive(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      this.#client = client;
      // Nobody knows what was said before.
      this.#options.onMissed();
    } catch (error) {
      this.#options.onError(error);
      client.end().catch(() => {});
      this.#again();
    } finally {
      this.#connecting = null;
    }
    await this.#say();
  }

  #again() {
    if (this.#ended) return;
    setTimeout(() => this.start(), reconnectPause).unref();
  }

  async #say() {
    await this.#connecting;
    const client = this.#client;
    if (!client) return;
    const tags = [...this.#unsaid];
    this.#unsaid.clear();
    for (const payload of this.#messages(tags)) {
      try {
        await client.query("SELECT pg_notify($1, $2)", [channel, payload]);
      } catch (error) {
        this.#options.onError(error);
        for (const tag of JSON.parse(payload).tags) this.#unsaid.add(tag);
      }
    }
  }

  *#messages(tags) {
    let some = [];
    let bytes = 0;
    for (const tag of tags) {
      const size = Buffer.byteLength(JSON.stringify(tag)) + 1;
      if (some.length > 0 && bytes + size > longestMessage) {
        yield JSON.stringify({ from: this.#id, tags: some });
        some = [];
        bytes = 0;
      }
      some.push(tag);
      bytes += size;
    }
    if (some.length > 0) yield JSON.stringify({ from: this.#id, tags: some });
  }

  #receive(payload) {
    let said;
    try {
      said = JSON.parse(payload);
    } catch {
      return;
    }
    if (said?.from === this.#id || !Array.isArray(said?.tags)) return;
    this.#options.onExpired(said.tags.map(String));
  }
}
