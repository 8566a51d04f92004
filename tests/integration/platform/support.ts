import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, onTestFinished, vi } from "vitest";
import { ExpiryChannel } from "@/lib/platform/cache/expiry-channel.mjs";
import PageCacheHandler from "@/lib/platform/cache/handler.mjs";

export const connectionString = String(process.env.DATABASE_URL);

const open: ExpiryChannel[] = [];
afterEach(async () => {
  for (const channel of open.splice(0)) await channel.close();
});

/** An instance that notes what it is told, after it has thought about it for some milliseconds. */
export async function instance(address = connectionString, thinking = 0) {
  const told: string[] = [];
  const events = { missed: 0, errors: 0 };
  const channel = new ExpiryChannel({
    connectionString: address,
    async onExpired(tags) {
      if (thinking > 0) await sleep(thinking);
      told.push(...tags);
    },
    onMissed: () => {
      events.missed += 1;
    },
    onError: () => {
      events.errors += 1;
    },
  });
  open.push(channel);
  channel.start();
  return { channel, told, events };
}

export const listening = (one: Awaited<ReturnType<typeof instance>>) =>
  vi.waitFor(() => expect(one.events.missed).toBeGreaterThan(0), { timeout: 10_000, interval: 10 });

export const handler = () =>
  new PageCacheHandler({
    fs: { existsSync: () => false, readFile: () => Promise.reject(new Error("no files here")) },
    flushToDisk: false,
    serverDistDir: "/nowhere",
    revalidatedTags: [],
    maxMemoryCacheSize: 1_000_000,
  });

/** Of Next, with its tags in one text. */
export const page = (tags: string, html: string) => ({
  kind: "APP_PAGE",
  html,
  rscData: Buffer.from(html),
  headers: { "x-next-cache-tags": tags },
  status: 200,
});
export const context = { kind: "APP_PAGE" };

/** Pages are kept once the others are heard, however long a busy machine takes to connect. */
export const keeping = () =>
  vi.waitFor(
    async () => {
      const cache = handler();
      await cache.set("/heard", page("story:heard", "heard"), context);
      expect(await cache.get("/heard", context)).not.toBeNull();
    },
    { timeout: 40_000, interval: 20 },
  );

/** The address of a server in front of which pages are answered from memory, as before Next. */
export async function serve(
  answer: (response: ServerResponse, request: IncomingMessage) => Promise<unknown>,
) {
  const server = createServer((request, response) => {
    answer(response, request).catch((error: Error) => response.writeHead(500).end(error.message));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
