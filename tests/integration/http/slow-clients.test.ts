import { request as ask, type ClientRequest, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { manifest } from "@/app/api/manifest";
import { buildBook } from "@/lib/books/build-service";
import { db } from "@/lib/platform/db";
import { callRaw, paintedStory } from "../books/support";
import { type Person, person } from "./harness";

const path = "/stories/import";
const server = createServer(async (incoming, outgoing) => {
  const endpoint = manifest.find((entry) => entry.path === path)?.endpoints.POST;
  const answer = await endpoint?.(
    new Request("http://comics.test/api/stories/import", {
      method: "POST",
      headers: incoming.headers as Record<string, string>,
      body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>,
      duplex: "half",
    } as RequestInit),
    { params: Promise.resolve({}) },
  );
  outgoing.writeHead(answer?.status ?? 500, Object.fromEntries(answer?.headers ?? []));
  outgoing.end(await answer?.text());
});

let address = "";
let archive: Buffer;
const drips: ClientRequest[] = [];
let timer: NodeJS.Timeout;

beforeAll(async () => {
  const author = await person("author");
  const storyId = await paintedStory(author, { scenes: 1, panels: 1 });
  const book = { format: "archive" };
  await author.post(`/stories/${storyId}/books`, book);
  const row = await db.book.findFirstOrThrow({ where: { storyId } });
  await buildBook(row.id);
  const file = { storyId, format: "archive" };
  ({ bytes: archive } = await callRaw("GET", "/stories/{storyId}/books/{format}", file, {
    as: author,
  }));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  clearInterval(timer);
  for (const drip of drips) drip.destroy();
  server.closeAllConnections();
  server.close();
});

const headersOf = ({ token }: Person) => ({
  authorization: `Bearer ${token}`,
  "content-type": "application/zip",
});

const send = async (as: Person) =>
  (await fetch(address, { method: "POST", headers: headersOf(as), body: new Uint8Array(archive) }))
    .status;

/** Begins to send an archive and goes on with a byte each second. */
function drip(as: Person): ClientRequest {
  const sending = ask(address, { method: "POST", headers: headersOf(as) });
  sending.on("error", () => {});
  sending.write("P");
  drips.push(sending);
  return sending;
}

it("S31 archives that are sent a byte a second do not block other imports", async () => {
  const slow = await Promise.all(Array.from({ length: 8 }, () => person("slow")));
  const statuses = new Set<number | undefined>();
  for (const one of slow) drip(one).on("response", ({ statusCode }) => statuses.add(statusCode));
  timer = setInterval(() => {
    for (const one of drips) one.write("K");
  }, 1_000);
  await sleep(1_500);
  expect(await send(await person("ninth"))).toBe(201);
  expect(await send(slow[0] as Person), "one of each person").toBe(503);
  expect([...statuses]).toEqual([]);
});
