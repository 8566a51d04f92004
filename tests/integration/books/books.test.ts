import { describe, expect, it, vi } from "vitest";
import { buildBook } from "@/lib/books/build-service";
import { bookHead } from "@/lib/books/source-queries";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { readZip } from "@/tests/support/books/zip";
import { isFullRun } from "@/tests/support/full-run";
import { call, makeStory, type Person, person } from "../http/harness";
import {
  ask,
  books,
  buildQueued,
  callRaw,
  fetchBook,
  file,
  made,
  paintedStory,
  small,
} from "./support";

const ada = await person("ada");
const bob = await person("bob");
const storyId = await paintedStory(ada);

interface BookState {
  format: string;
  size: string;
  state: string;
  progress: number;
  bytes: number | null;
  pages: number;
  fileName: string;
  message: string | null;
}
const list = async (id: string, as?: Person) => {
  const { status, body } = await call("GET", books, { params: { storyId: id }, as: as ?? null });
  return {
    status,
    books: body.data?.books as BookState[],
  };
};

const bookOf = async (id: string, format: string, size: string) =>
  (await list(id)).books.find((one) => one.format === format && one.size === size);

describe("books of a story", () => {
  it("are listed with the public formats, and for the author with all", async () => {
    const everybody = await list(storyId);
    expect(everybody.status).toBe(200);
    expect(new Set(everybody.books.map(({ format }) => format))).toEqual(
      new Set(["cbz", "pdf", "epub", "webtoon", "webpub"]),
    );
    const isNone = ({ state, bytes }: BookState) => state === "none" && bytes === null;
    expect(everybody.books.every(isNone)).toBe(true);
    const own = (await list(storyId, ada)).books.map(({ format }) => format);
    expect(own).toEqual(expect.arrayContaining(["archive", "print"]));
  });

  it("are made once, report their progress, and are sent complete under a name of the title", async () => {
    const first = await ask(storyId, { format: "cbz" });
    expect(first.body.data).toMatchObject({ state: "waiting", format: "cbz", size: "comic" });
    const second = await ask(storyId, { format: "cbz", size: "comic" }, bob);
    expect(second.body.data.state).toBe("waiting");
    const rows = await db.book.findMany({ where: { storyId, format: "cbz" } });
    expect(rows).toHaveLength(1);
    const sent = await db.outboxEvent.count({
      where: { name: "book/requested", id: { startsWith: `book:${rows[0]?.id}` } },
    });
    expect(sent).toBe(1);
    const early = await fetchBook(storyId, "cbz");
    expect(early.status).toBe(409);
    expect(early.body.error).toMatchObject({ code: "conflict" });
    await buildBook(rows[0]?.id ?? "");
    const answer = await fetchBook(storyId, "cbz");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("application/vnd.comicbook+zip");
    expect(answer.headers.get("content-disposition")).toBe(
      'attachment; filename="inkwright-the-lamp-room.cbz"',
    );
    expect(answer.headers.get("content-length")).toBe(String(answer.bytes.byteLength));
    const pages = [1, 2, 3, 4].map((page) => `00${page}.jpg`);
    const names = [...readZip(answer.bytes).keys()].sort();
    expect(names).toEqual([...pages, "ComicInfo.xml", "book.acbf"]);
    const ready = await bookOf(storyId, "cbz", "comic");
    const bytes = answer.bytes.byteLength;
    expect(ready).toMatchObject({ state: "ready", progress: 100, bytes, pages: 4 });
    expect((await ask(storyId, { format: "cbz" })).body.data.state).toBe("ready");
  });

  it("that broke off go on where they ended, and begin anew where another was made", async () => {
    const id = await paintedStory(ada, small);
    const whole = await made(id, "cbz");
    const etag = whole.headers.get("etag") ?? "";
    expect([etag.length > 30, whole.headers.get("accept-ranges")]).toEqual([true, "bytes"]);
    const again = (headers: Record<string, string>) => fetchBook(id, "cbz", { headers });
    const end = whole.bytes.byteLength - 1;
    const rest = await again({ range: "bytes=1000-", "if-range": etag });
    expect([rest.status, rest.headers.get("content-range")]).toEqual([
      206,
      `bytes 1000-${end}/${end + 1}`,
    ]);
    expect(rest.bytes.equals(whole.bytes.subarray(1000))).toBe(true);
    expect((await again({ range: `bytes=${end + 1}-` })).status).toBe(416);
    expect((await again({ "if-none-match": etag })).status).toBe(304);
    await db.book.updateMany({ where: { storyId: id }, data: { status: "failed", fileKey: null } });
    await made(id, "cbz");
    const anew = await again({ range: "bytes=1000-", "if-range": etag });
    expect([anew.status, anew.headers.get("etag") === etag]).toEqual([200, false]);
    expect(anew.headers.get("content-length")).toBe(String(anew.bytes.byteLength));
  });

  it("of one title and author are different series", async () => {
    const eve = await person("eve");
    const title = "The 100% Lamp";
    const draft = await paintedStory(eve, { ...small, status: "draft" });
    const second = await paintedStory(eve, small);
    const first = await paintedStory(eve, small);
    const other = await paintedStory(eve, small);
    await db.story.updateMany({ where: { authorId: eve.id }, data: { title } });
    const change = (id: string, data: object) => db.story.update({ where: { id }, data });
    await change(first, { publishedAt: new Date("2026-01-02") });
    await change(other, { publishedAt: new Date("2026-01-01"), title: "The 1000 Lamp" });
    const seriesOf = async (id: string) => {
      const info = readZip((await made(id, "cbz", eve)).bytes).get("ComicInfo.xml");
      return /<Series>(.*)<\/Series>/.exec(String(info))?.[1];
    };
    const series = [await seriesOf(draft), await seriesOf(first), await seriesOf(second)];
    const named = (id: string) => `${title} (${id.slice(-4)})`;
    expect(series).toEqual([named(draft), title, named(second)]);
    // Only the CBZ contains it.
    await made(second, "epub");
    await change(first, { title: "Renamed" });
    const answers = [await fetchBook(second, "epub"), await fetchBook(second, "cbz")];
    expect(answers.map(({ status }) => status)).toEqual([200, 409]);
  });

  it("are of the current story", async () => {
    const id = await paintedStory(ada, small);
    await made(id, "epub");
    await db.story.update({ where: { id }, data: { title: "The Other Room" } });
    expect((await fetchBook(id, "epub")).status).toBe(409);
    expect((await list(id)).books.every(({ state }) => state === "none")).toBe(true);
    // Changed between the asking and the making.
    await ask(id, { format: "epub" });
    await db.story.update({ where: { id }, data: { description: "Nobody lights the lamp." } });
    await buildQueued(id);
    const now = await fetchBook(id, "epub");
    expect(readZip(now.bytes).get("OEBPS/package.opf")?.toString()).toContain(
      "Nobody lights the lamp.",
    );
  });

  it("stay in the list when the story changes, and are made of the new version", async () => {
    const id = await paintedStory(ada, small);
    const stateOf = async (format: string) =>
      (await list(id, ada)).books.find((one) => one.format === format)?.state;
    await ask(id, { format: "epub" });
    await db.story.update({ where: { id }, data: { title: "Renamed meanwhile" } });
    expect(await stateOf("epub")).toBe("waiting");
    await db.book.updateMany({ where: { storyId: id }, data: { status: "processing" } });
    expect(await stateOf("epub")).toBe("making");
    expect(await stateOf("cbz")).toBe("none");
    for (const row of await db.book.findMany({ where: { storyId: id } })) await buildBook(row.id);
    expect(await stateOf("epub")).toBe("ready");
  });

  it("report a story that changed while they were made, and leave no file", async () => {
    const eve = await person("eve");
    const id = await paintedStory(eve, small);
    const { files } = storage();
    const put = files.put.bind(files);
    for (const format of ["epub", "archive"]) {
      const keys: string[] = [];
      const spy = vi.spyOn(files, "put").mockImplementationOnce(async (...what) => {
        keys.push(what[0]);
        const bytes = await put(...what);
        await db.story.update({ where: { id }, data: { title: `Changed for ${format}` } });
        return bytes;
      });
      await ask(id, { format }, eve);
      await buildQueued(id);
      spy.mockRestore();
      const book = (await list(id, eve)).books.find((one) => one.format === format);
      expect([book?.state, book?.message]).toEqual([
        "failed",
        "The story was changed while this was made. Make it again.",
      ]);
      expect(await files.open(keys[0] ?? "")).toBeNull();
      expect((await made(id, format, eve)).status).toBe(200);
    }
  });

  it("are counted when they are sent, and a HEAD request learns of the limit", async () => {
    const id = await paintedStory(ada, small);
    await made(id, "epub", bob);
    const of = { storyId: id, format: "epub" };
    const key = `book-file:user:${bob.id}`;
    await db.rateLimit.update({ where: { key }, data: { hits: 59 } });
    expect((await callRaw("HEAD", file, of, { as: bob })).status).toBe(200);
    const head = await callRaw("HEAD", file, of, { as: bob });
    expect([head.status, head.bytes.byteLength]).toEqual([200, 0]);
    expect((await callRaw("GET", file, of, { as: bob })).status).toBe(200);
    expect((await callRaw("HEAD", file, of, { as: bob })).status).toBe(429);
    expect((await callRaw("GET", file, of, { as: bob })).status).toBe(429);
    await db.rateLimit.deleteMany({ where: { key } });
  });

  it("cannot be an archive of a hidden story, which an import would make visible", async () => {
    const eve = await person("eve");
    const id = await paintedStory(eve, small);
    expect((await made(id, "archive", eve)).status).toBe(200);
    await db.story.update({
      where: { id },
      data: { status: "draft", publishedAt: null, hiddenAt: new Date() },
    });
    const message =
      "This story is hidden, so it cannot be downloaded as an archive. Your dashboard says why, and what you can do.";
    const asked = await ask(id, { format: "archive" }, eve);
    expect([asked.status, asked.body.message]).toEqual([409, message]);
    const answer = await fetchBook(id, "archive", { as: eve });
    expect([answer.status, answer.body.message]).toEqual([409, message]);
    expect((await made(id, "epub", eve)).status).toBe(200);
  });

  it("are named by their title in its own script", async () => {
    const id = await paintedStory(ada, small);
    await db.story.update({ where: { id }, data: { title: "灯台の部屋" } });
    const answer = await made(id, "epub");
    expect(answer.headers.get("content-disposition")).toBe(
      `attachment; filename="inkwright-story.epub"; filename*=UTF-8''inkwright-${encodeURIComponent("灯台の部屋")}.epub`,
    );
    expect((await list(id)).books.map(({ fileName }) => fileName)).toContain(
      "inkwright-灯台の部屋.epub",
    );
  });

  it("of a draft, and formats with private content, are for the author alone", async () => {
    const draft = await paintedStory(ada, { status: "draft", scenes: 1, panels: 1 });
    expect((await list(draft, bob)).status).toBe(404);
    expect((await ask(draft, { format: "cbz" }, bob)).status).toBe(404);
    expect((await made(draft, "epub", ada)).status).toBe(200);
    expect((await fetchBook(draft, "epub", { as: bob })).status).toBe(404);
    for (const format of ["archive", "print"]) {
      expect((await ask(storyId, { format }, bob)).status).toBe(403);
      expect((await fetchBook(storyId, format)).status).toBe(403);
    }
  });

  it("of a story for adults ask for the age of others than its author", async () => {
    const storyId = await paintedStory(ada, { scenes: 1, panels: 1 });
    const title = (await bookHead(null, storyId))?.title;
    expect(await bookHead(null, storyId)).toEqual({ title, asksAge: false });
    await db.story.update({ where: { id: storyId }, data: { rating: "mature" } });
    expect(await bookHead(null, storyId)).toEqual({ title, asksAge: true });
    expect(await bookHead(bob.viewer, storyId)).toEqual({ title, asksAge: true });
    expect(await bookHead(ada.viewer, storyId)).toEqual({ title, asksAge: false });
  });

  it("are refused with a message that says what to do", async () => {
    const none = await makeStory({ author: ada, pictures: false });
    const empty = await ask(none.story.id, { format: "pdf" }, ada);
    expect([empty.status, empty.body.message]).toEqual([
      409,
      "This story has no picture yet, so no book can be made. Create a scene first.",
    ]);
    expect((await ask(storyId, { format: "webtoon", size: "a4" })).status).toBe(400);
    expect((await ask(storyId, { format: "docx" })).status).toBe(400);
  });

  it("say why they failed, and can be requested again", async () => {
    const id = await paintedStory(ada, small);
    const picture = await db.mediaObject.findFirstOrThrow({
      where: { panelImages: { some: { scene: { storyId: id } } } },
    });
    const key = `${picture.sha256}.${picture.extension}`;
    const kept = await storage().get(key);
    await storage().delete([key]);
    await ask(id, { format: "pdf" });
    const [row] = await db.book.findMany({ where: { storyId: id } });
    await expect(buildBook(row?.id ?? "")).rejects.toThrow("no longer stored");
    const failed = await bookOf(id, "pdf", "comic");
    expect(failed?.state).toBe("failed");
    expect(failed?.message).toContain("Choose another take");
    if (kept) await storage().put(key, kept);
    expect((await made(id, "pdf")).status).toBe(200);
  });

  it("warn of an archive that is too large to be imported again", async () => {
    const words = async (megabytes: number) => {
      await db.book.deleteMany({ where: { storyId, format: "archive" } });
      const { files } = storage();
      const put = files.put.bind(files);
      const spy = vi.spyOn(files, "put").mockImplementation(async (...what) => {
        await put(...what);
        return megabytes * 1024 * 1024;
      });
      await made(storyId, "archive", ada);
      spy.mockRestore();
      const archive = (await list(storyId, ada)).books.find(({ format }) => format === "archive");
      return [archive?.state, archive?.message];
    };
    expect(await words(95)).toEqual(["ready", null]);
    expect(await words(96)).toEqual([
      "ready",
      "It has 96 MB and is whole, but at most 95 MB can be imported again. Deleting takes that no panel shows makes it smaller.",
    ]);
  });

  it("in every format and size are made of one story", async () => {
    const id = await paintedStory(ada, small);
    const all = (await list(id, ada)).books;
    // Each format and each size; in the full run each of both.
    const isFirst = (name: "format" | "size", at: number) =>
      all.findIndex((one) => one[name] === all[at]?.[name]) === at;
    const chosen = all.filter((_, at) => isFullRun || isFirst("format", at) || isFirst("size", at));
    for (const { format, size, fileName } of chosen) {
      const answer = await made(id, format, ada, size);
      expect([format, size, answer.status]).toEqual([format, size, 200]);
      expect(answer.headers.get("content-disposition")).toContain(`"${fileName}"`);
      expect(answer.bytes.byteLength).toBeGreaterThan(500);
    }
    expect(new Set(all.map(({ fileName }) => fileName)).size).toBe(all.length);
    const print = (await list(id, ada)).books.find(({ format }) => format === "print");
    expect(print?.message).toContain("KDP prints 24 or more");
  }, 120_000);
});
