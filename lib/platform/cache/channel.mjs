// Instances tell each other by PostgreSQL's NOTIFY which tags have expired.
import pg from "pg";

const channel = "inkwright_pages";
/** PostgreSQL takes less than 8,000 bytes in one message; Next takes tags of up to 256 letters. */
const tagsInMessage = 20;

/**
 * Listens from now on, and connects again when the connection is lost. Returns what tells the others
 * which tags have expired: what cannot be said now is said once the database is there again.
 */
export function listen(connectionString, { expire, distrustAll, warn }) {
  const unsaid = new Set();
  let saying = Promise.resolve();
  let client = null;
  let isTroubled = false;

  /** Says so once for each outage: pages are served meanwhile. */
  function trouble(error) {
    if (!isTroubled) warn(error);
    isTroubled = true;
  }

  async function connect() {
    const next = new pg.Client({
      connectionString,
      connectionTimeoutMillis: 4_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: "inkwright-pages",
    });
    next.on("notification", ({ processId, payload = "" }) => {
      if (processId !== next.processID) expire(payload.split("\n"));
    });
    next.on("error", trouble);
    next.once("end", () => {
      client = null;
      setTimeout(connect, 1_000).unref();
    });
    try {
      await next.connect();
      await next.query(`LISTEN ${channel}`);
      client = next;
      isTroubled = false;
      // Nobody knows what was said before.
      distrustAll();
      await publish([]);
    } catch (error) {
      trouble(error);
      await next.end().catch(trouble);
    }
  }

  async function say() {
    while (client && unsaid.size > 0) {
      const some = [...unsaid].slice(0, tagsInMessage);
      await client.query("SELECT pg_notify($1, $2)", [channel, some.join("\n")]);
      for (const tag of some) unsaid.delete(tag);
    }
  }

  function publish(tags) {
    for (const tag of tags) unsaid.add(tag);
    saying = saying.then(say).catch(trouble);
    return saying;
  }

  void connect();
  return publish;
}
