import { expect, vi } from "vitest";
import { listen } from "@/lib/platform/cache/channel.mjs";
import { query as queryOf } from "../../support/database";

export const connectionString = String(process.env.DATABASE_URL);

/** An instance that notes what it is told. */
export function instance(address = connectionString) {
  const told: string[] = [];
  const events = { missed: 0, errors: 0 };
  const publish = listen(address, {
    expire: (tags) => void told.push(...tags),
    distrustAll: () => {
      events.missed += 1;
    },
    warn: () => {
      events.errors += 1;
    },
  });
  return { publish, told, events };
}

/** Waits until an instance has connected so many times. */
export const listening = (one: ReturnType<typeof instance>, times = 1) =>
  vi.waitFor(() => expect(one.events.missed).toBeGreaterThanOrEqual(times), {
    timeout: 10_000,
    interval: 10,
  });

export const query = (text: string, values?: unknown[]) => queryOf(connectionString, text, values);

/** Ends the connection of every instance. */
export const dropConnections = () =>
  query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'inkwright-pages' AND datname = current_database()`);
