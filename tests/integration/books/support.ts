import sharp from "sharp";
import { expect } from "vitest";
import { ZipFile } from "yazl";
import { manifest } from "@/app/api/manifest";
import { buildBook } from "@/lib/books/build-service";
import { storePicture } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import { readZip } from "@/tests/support/books/zip";
import { bubble, call, makeStory, type Person } from "../http/harness";

/** No two stories share a picture. */
let painted = 0;
const colours = ["#c02040", "#2040c0", "#20c040", "#c0a020"];

/** A story whose panels have pictures that are in the store. */
export async function paintedStory(
  author: Person,
  { status = "published" as "draft" | "published", scenes = 2, panels = 3 } = {},
) {
  const made = await makeStory({ author, status, scenes, panels, tags: ["lamps", "sea"] });
  let count = 0;
  for (const scene of made.scenes) {
    for (const panel of scene.panels) {
      painted += 1;
      const background = colours[count % colours.length] ?? "#000000";
      const bytes = await sharp({
        create: { width: 300 + painted, height: 400, channels: 3, background },
      })
        .png()
        .toBuffer();
      const picture = await storePicture(bytes, {
        origin: "model",
        agent: "Replicate: seedream-4",
        madeBy: "seedream-4",
      });
      await db.panel.update({
        where: { id: panel.id },
        data: {
          imageMediaId: picture.id,
          altText: `A lamp, number ${count + 1}`,
          textBubbles: [bubble(`Line ${count + 1} of the lamp`)],
        },
      });
      await db.take.updateMany({
        where: { panelId: panel.id },
        data: { mediaId: picture.id, model: "seedream-4", prompt: "A lamp in the dark" },
      });
      count += 1;
    }
  }
  const cover = made.scenes[0]?.panels[0];
  const row = cover && (await db.panel.findUnique({ where: { id: cover.id } }));
  await db.story.update({
    where: { id: made.story.id },
    data: { previewMediaId: row?.imageMediaId, coverPanelId: cover?.id },
  });
  return made.story.id;
}

/** An archive of these files; a name that ends in '/' is a folder. */
export async function zipOf(
  files: Record<string, Uint8Array | string>,
  { compress = true } = {},
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(files)) {
    if (name.endsWith("/")) zip.addEmptyDirectory(name);
    else zip.addBuffer(Buffer.from(bytes as Uint8Array), name, { compress });
  }
  zip.end();
  return Buffer.concat(await Array.fromAsync(zip.outputStream as AsyncIterable<Uint8Array>));
}

/** Imports an archive as the browser does. */
export const sendArchive = (body: Uint8Array, as: Person) =>
  callRaw("POST", "/stories/import", {}, { as, body, type: "application/zip" });

/** Imports an archive that is valid. @returns the story's id */
export async function importArchive(body: Uint8Array, as: Person): Promise<string> {
  const answer = await sendArchive(body, as);
  expect([answer.status, answer.body?.message]).toEqual([201, undefined]);
  return answer.body.data.storyId;
}

interface RawOptions {
  as?: Person;
  query?: string;
  body?: Uint8Array;
  type?: string;
  headers?: Record<string, string>;
}

/** Calls an endpoint whose answer, or body, is bytes. */
export async function callRaw(
  method: "GET" | "HEAD" | "POST",
  path: string,
  params: Record<string, string>,
  { as, query = "", body, type, headers = {} }: RawOptions = {},
) {
  // As Next does.
  const endpoints = manifest.find((entry) => entry.path === path)?.endpoints;
  const endpoint = endpoints?.[method === "HEAD" ? "GET" : method];
  if (!endpoint) throw new Error("the call is not in the manifest");
  const request = new Request(`http://comics.test/api/x${query}`, {
    method,
    headers: {
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...(type ? { "content-type": type } : {}),
      ...headers,
    },
    ...(body ? { body: body as BodyInit } : {}),
  });
  const response = await endpoint(request, { params: Promise.resolve(params) });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    // biome-ignore lint/suspicious/noExplicitAny: what comes over the wire is judged by the assertions
    body: (isJson ? JSON.parse(bytes.toString()) : null) as any,
  };
}

export async function archiveOf(storyId: string, as: Person): Promise<Buffer> {
  const { status, bytes } = await made(storyId, "archive", as);
  expect(status).toBe(200);
  return bytes;
}

export const documentOf = (archive: Buffer) =>
  JSON.parse(readZip(archive).get("story.json")?.toString() ?? "");

export const filesOf = (archive: Buffer): Record<string, Uint8Array | string> =>
  Object.fromEntries(readZip(archive));

/** The size of a story whose books are made quickly. */
export const small = { scenes: 1, panels: 1 };

/** The archive of a new small story, its files and its document. */
export const archived = async (author: Person, setup = small) =>
  archivedOf(await paintedStory(author, setup), author);

/** The archive of a story, its files and its document. */
export async function archivedOf(storyId: string, author: Person) {
  const archive = await archiveOf(storyId, author);
  const document = documentOf(archive);
  const files = filesOf(archive);
  /** The same files with another document. */
  const withDocument = (other: unknown) =>
    zipOf({ ...files, "story.json": typeof other === "string" ? other : JSON.stringify(other) });
  return { storyId, archive, document, files, withDocument };
}

export const books = "/stories/{storyId}/books";
export const file = "/stories/{storyId}/books/{format}";

/** Requests a book. */
export const ask = (id: string, body: { format: string; size?: string }, as?: Person) =>
  call("POST", books, { params: { storyId: id }, body, as: as ?? null });

/** Fetches a book's file. */
export const fetchBook = (
  id: string,
  format: string,
  options: Parameters<typeof callRaw>[3] = {},
) => callRaw("GET", file, { storyId: id, format }, options);

/** Makes the requested books of a story, as the durable function does. */
export async function buildQueued(id: string) {
  const where = { storyId: id, status: "queued" as const };
  for (const row of await db.book.findMany({ where })) await buildBook(row.id);
}

/** Requests a book, makes it and fetches its file. */
export async function made(id: string, format: string, as?: Person, size?: string) {
  const asked = await ask(id, { format, ...(size && { size }) }, as);
  expect(asked.status).toBe(202);
  await buildQueued(id);
  return fetchBook(id, format, { ...(as && { as }), query: size ? `?size=${size}` : "" });
}
