// Tells every instance of the app which cached pages a write has made old, and waits until each has
// heard it: PostgreSQL carries the word (NOTIFY) and knows who listens, so that no other service is
// needed. Plain JavaScript: the server loads it beside the build, without a loader.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const channel = "inkwright_pages";
/** Answers go to the one that asked; a name takes 63 bytes. */
const answersTo = (id) => `${channel}_${id}`;
/** Under this name, followed by its id, the database lists whoever listens. */
const listener = "inkwright-pages";
const isId = (word) =>
  typeof word === "string" && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(word);

/** PostgreSQL takes less than 8,000 bytes in one message. */
const longestMessage = 7_000;
/** Milliseconds for which a write waits where the database does not answer. */
const patience = 1_000;
/** Milliseconds for which a write waits for an instance that sleeps: once, until it is heard again. */
const answerTime = 500;
const reconnectPause = 1_000;
/** Between two tries of a write that waits, ms. */
const sayPause = 100;

export class ExpiryChannel {
  #options;
  #id = randomUUID();
  #client = null;
  #connecting = null;
  #ended = false;
  #unsaid = new Set();
  /** One round after the other: said together, and answered by all. */
  #round = Promise.resolve();
  #nextRound = null;
  #number = 0;
  #answers = null;
  /** Instances that did not answer, and have not been heard since. */
  #silent = new Set();

  constructor(options) {
    this.#options = options;
  }

  /** Listens from now on; safe to call again and again. */
  start() {
    if (!this.#client && !this.#ended) this.#connecting ??= this.#connect();
  }

  /**
   * Tells the other instances. Resolves when all that listen have heard it, or after a second; what
   * could not be said then is said as soon as the database is there again.
   */
  async publish(tags) {
    const own = [...tags];
    for (const tag of own) this.#unsaid.add(tag);
    const end = performance.now() + patience;
    const said = async () => {
      for (;;) {
        this.start();
        await this.#say();
        // A connection that broke meanwhile is made anew.
        if (!own.some((tag) => this.#unsaid.has(tag)) || performance.now() > end) return;
        await sleep(sayPause);
      }
    };
    await within(patience, said());
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
      keepAliveInitialDelayMillis: 10_000,
      application_name: listener,
    });
    const lost = () => {
      if (this.#client !== client) return;
      this.#client = null;
      this.start();
    };
    client.on("error", lost);
    client.on("end", lost);
    client.on("notification", (message) => {
      this.#receive(client, message).catch(this.#options.onError);
    });
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}; LISTEN "${answersTo(this.#id)}"`);
      // Listed once it listens: whoever writes from now on waits for it.
      await client.query("SELECT set_config('application_name', $1, false)", [
        `${listener} ${this.#id}`,
      ]);
      this.#client = client;
      // Nobody knows what was said before.
      this.#options.onMissed();
      // Their answers may have been lost with the connection.
      this.#silent.clear();
      // Whoever waited for this one in vain waits again.
      await notify(client, channel, { from: this.#id, tags: [] });
    } catch (error) {
      this.#options.onError(error);
      this.#client = null;
      client.end().catch(() => {});
      this.#again();
    } finally {
      this.#connecting = null;
    }
    void this.#say();
  }

  #again() {
    if (this.#ended) return;
    setTimeout(() => this.start(), reconnectPause).unref();
  }

  /** Resolves when what is unsaid now has been said and heard; never rejects. */
  #say() {
    this.#nextRound ??= this.#round.then(() => {
      this.#nextRound = null;
      return this.#sayAll();
    });
    this.#round = this.#nextRound;
    return this.#round;
  }

  async #sayAll() {
    await this.#connecting;
    const client = this.#client;
    if (!client || this.#unsaid.size === 0) return;
    const tags = [...this.#unsaid];
    const parts = inParts(tags);
    this.#unsaid.clear();
    this.#number += 1;
    const answers = { number: this.#number, from: new Set(), onAnswer: null };
    this.#answers = answers;
    try {
      for (const part of parts) {
        // Messages arrive in order: who has heard the last has heard all.
        const number = part === parts.at(-1) ? answers.number : undefined;
        await notify(client, channel, { from: this.#id, tags: part, number });
      }
      await this.#awaitAnswers(client, answers);
    } catch (error) {
      this.#options.onError(error);
      // Who has heard it is not known; to say it twice does no harm.
      for (const tag of tags) this.#unsaid.add(tag);
    }
  }

  async #awaitAnswers(client, answers) {
    const { rows } = await client.query(
      `SELECT DISTINCT substr(application_name, length($1) + 2) AS id FROM pg_stat_activity
       WHERE application_name LIKE $1 || ' %' AND datname = current_database()`,
      [listener],
    );
    const others = new Set(rows.map(({ id }) => id));
    others.delete(this.#id);
    this.#silent = this.#silent.intersection(others);
    const expected = others.difference(this.#silent);
    const areAllIn = () => expected.isSubsetOf(answers.from);
    if (areAllIn()) return;
    const all = new Promise((resolve) => {
      answers.onAnswer = () => areAllIn() && resolve();
    });
    await within(answerTime, all);
    // Without a connection of our own nobody could be heard.
    if (this.#client !== client) throw new Error("The connection was lost.");
    for (const id of expected.difference(answers.from)) this.#silent.add(id);
  }

  async #receive(client, { channel: name, payload = "" }) {
    const said = parsed(payload);
    if (!said || said.from === this.#id) return;
    this.#silent.delete(said.from);
    if (name !== channel) {
      const answers = this.#answers;
      if (!answers || said.number !== answers.number) return;
      answers.from.add(said.from);
      answers.onAnswer?.();
    } else if (Array.isArray(said.tags)) {
      const tags = said.tags.filter((tag) => typeof tag === "string");
      if (tags.length > 0) await this.#options.onExpired(tags);
      if (!isId(said.from) || !Number.isInteger(said.number)) return;
      const answer = { from: this.#id, number: said.number };
      await notify(client, answersTo(said.from), answer);
    }
  }
}

const notify = (client, name, message) =>
  client.query("SELECT pg_notify($1, $2)", [name, JSON.stringify(message)]);

async function within(milliseconds, promise) {
  let timer;
  const waited = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([promise, waited]);
  clearTimeout(timer);
}

function parsed(payload) {
  try {
    return JSON.parse(payload);
  } catch {
    return null;
  }
}

/** As many lists as it takes messages. */
function inParts(tags) {
  const parts = [];
  let free = 0;
  for (const tag of tags) {
    const size = Buffer.byteLength(JSON.stringify(tag)) + 1;
    if (parts.length === 0 || size > free) {
      parts.push([]);
      free = longestMessage;
    }
    parts.at(-1).push(tag);
    free -= size;
  }
  return parts;
}
