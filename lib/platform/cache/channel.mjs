// Instances tell each other by PostgreSQL's NOTIFY which tags have expired.
import pg from "pg";

const channel = "inkwright_pages";
/** PostgreSQL takes less than 8,000 bytes in one message; Next takes tags of up to 256 letters. */
const maxTagsPerMessage = 20;

/**
 * Listens from now on, and connects again when the connection is lost. Returns what tells the others
 * which tags have expired: what cannot be said now is said once the database is there again.
 */
export function listen(connectionString, { expire, distrustAll, warn }) {
  const pendingTags = new Set();
  let publishing = Promise.resolve();
  let client = null;
  let hasWarned = false;

  /** Says so once for each outage: pages are served meanwhile. */
  function warnOnce(error) {
    if (!hasWarned) warn(error);
    hasWarned = true;
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
    next.on("error", warnOnce);
    next.once("end", () => {
      client = null;
      setTimeout(connect, 1_000).unref();
    });
    try {
      await next.connect();
      await next.query(`LISTEN ${channel}`);
      client = next;
      hasWarned = false;
      // Nobody knows what was said before.
      distrustAll();
      await publish([]);
    } catch (error) {
      warnOnce(error);
      await next.end().catch(warnOnce);
    }
  }

  async function flush() {
    while (client && pendingTags.size > 0) {
      const some = [...pendingTags].slice(0, maxTagsPerMessage);
      await client.query("SELECT pg_notify($1, $2)", [channel, some.join("\n")]);
      for (const tag of some) pendingTags.delete(tag);
    }
  }

  function publish(tags) {
    for (const tag of tags) pendingTags.add(tag);
    publishing = publishing.then(flush).catch(warnOnce);
    return publishing;
  }

  void connect();
  return publish;
}
