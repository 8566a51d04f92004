import { mkdir, readdir, rm, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { retention, sweepBooks } from "@/lib/books/build-service";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { storage } from "@/lib/platform/storage";
import { person } from "../http/harness";
import { ask, made, paintedStory, small } from "./support";

const ada = await person("ada");

describe("the sweep of books", () => {
  it("deletes unused books, replaced ones, and files without a book", async () => {
    const id = await paintedStory(ada, small);
    await made(id, "epub");
    const old = await db.book.findFirstOrThrow({ where: { storyId: id } });
    await db.story.update({ where: { id }, data: { title: "A newer one" } });
    await made(id, "epub");
    await sweepBooks();
    expect(await db.book.count({ where: { storyId: id } })).toBe(2);
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await db.book.update({
      where: { id: old.id },
      data: { askedAt: ago(retention.superseded + 1) },
    });
    await sweepBooks();
    const [left] = await db.book.findMany({ where: { storyId: id } });
    expect(left?.id).not.toBe(old.id);
    expect(await storage().files.open(old.fileKey ?? "")).toBeNull();
    await db.book.updateMany({
      where: { storyId: id },
      data: { askedAt: ago(retention.unasked * 24 * 60 + 1) },
    });
    await sweepBooks();
    expect(await db.book.count({ where: { storyId: id } })).toBe(0);
    expect(await storage().files.open(left?.fileKey ?? "")).toBeNull();
  });

  it("deletes files that were begun a day ago and never finished", async () => {
    const folder = path.join(env().DATA_DIR, "objects", "unfinished");
    await mkdir(folder, { recursive: true });
    for (const [name, hours] of [
      ["old", 25],
      ["new", 1],
    ] as const) {
      await writeFile(path.join(folder, name), "half a book");
      const at = new Date(Date.now() - hours * 3_600_000);
      await utimes(path.join(folder, name), at, at);
    }
    await sweepBooks();
    expect(await readdir(folder)).toEqual(["new"]);
    await rm(path.join(folder, "new"));
  });

  it("fails those whose process died", async () => {
    const id = await paintedStory(ada, small);
    await ask(id, { format: "pdf" });
    await db.book.updateMany({
      where: { storyId: id },
      data: { status: "processing", heartbeatAt: new Date(Date.now() - 16 * 60_000) },
    });
    expect((await sweepBooks()).lost).toBe(1);
    expect((await ask(id, { format: "pdf" })).body.data.state).toBe("waiting");
  });
});
