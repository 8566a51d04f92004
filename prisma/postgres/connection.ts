import { Client, type ClientConfig } from "pg";

/** Runs `work` on a connection of its own. */
export async function withConnection<T>(
  connectionString: string,
  work: (client: Client) => Promise<T>,
  options: ClientConfig = {},
): Promise<T> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 10_000, ...options });
  // A broken connection also fails the current statement, which reports the error.
  client.on("error", () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}
