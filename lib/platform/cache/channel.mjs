// Instances announce expired tags to each other with PostgreSQL's NOTIFY.
import pg from "pg";

const channel = "inkwright_pages";
/**
 * A PostgreSQL notification holds less than 8,000 bytes, and a tag of Next up to 256 characters.
 */
const maxTagsPerMessage = 20;

/**
 * Listens for expired tags and reconnects after a lost connection.
 * @returns a function that announces expired tags to the other instances; tags announced during an
 * outage are sent once the database is back
 */
export function listen(connectionString, { expire, distrustAll, warn }) {
  const pendingTags = new Set();
  let publishing = Promise.resolve();
  let client = null;
  let hasWarned = false;

  /** Warns once per outage; the server continues to serve pages. */
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
      // Notifications during the outage are lost.
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
