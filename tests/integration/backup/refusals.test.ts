import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import { storePicture } from "@/lib/media/service";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import type { Storage } from "@/lib/platform/storage/storage";
import { migrate } from "@/prisma/migrate";
import { query } from "../../support/database";
import { pictureOf } from "../generation/support";
import { corruptedCopy, edit, forgeTable, sha256, smallBackup } from "./corrupt-backup";
import {
  emptyDatabase,
  emptyStore,
  newPath,
  objectHashes,
  restore,
  said,
  save,
  tableHashes,
} from "./support";

const source = () => process.env.DATABASE_URL ?? "";
let url: string;
let store: Storage;

const good = await smallBackup();
beforeEach(async () => {
  url = await emptyDatabase();
  store = emptyStore();
  said.length = 0;
});

describe("versions", () => {
  it("of the future are refused by name", async () => {
    const format = corruptedCopy(good, (f) =>
      edit(f, (m) => Object.assign(m, { format: 2, other: true })),
    );
    await expect(restore(format, url, store)).rejects.toThrow(/newer version.*format 2/);
    const later = corruptedCopy(good, (f) =>
      edit(f, ({ migrations }) =>
        migrations.push({ name: "29991231000000_more", checksum: sha256("x") }),
      ),
    );
    await expect(restore(later, url, store)).rejects.toThrow(/newer version.*29991231000000_more/);
    expect([await tableHashes(url), await objectHashes(store)]).toEqual([{}, {}]);
  });

  it("with a rewritten migration are refused", async () => {
    const other = corruptedCopy(good, (f) =>
      edit(f, ({ migrations }) => Object.assign(migrations[0] ?? {}, { checksum: sha256("x") })),
    );
    await expect(restore(other, url, store)).rejects.toThrow(/is not the one/);
    expect([await tableHashes(url), await objectHashes(store)]).toEqual([{}, {}]);
  });

  it("of the past are loaded and then migrated", async () => {
    const migrationsFolder = newPath("migrations");
    cpSync(path.resolve("prisma", "migrations"), migrationsFolder, { recursive: true });
    const name = "29991231000000_initials";
    mkdirSync(path.join(migrationsFolder, name));
    writeFileSync(
      path.join(migrationsFolder, name, "migration.sql"),
      "ALTER TABLE user_account ADD COLUMN initial text; UPDATE user_account SET initial = left(username, 1);",
    );
    // As `npm start` leaves it: with the newer tables already, and no rows in them.
    await migrate(url, migrationsFolder);
    expect(await restore(good, url, store, { migrationsFolder })).toEqual([name]);
    expect(await query(url, "select initial from user_account")).toEqual([{ initial: "a" }]);
  });
});

describe("existing content", () => {
  it("is not overwritten: rows", async () => {
    await migrate(url);
    await query(
      url,
      "insert into user_account (id, username, email, updated_at) values (gen_random_uuid(), 'eve', 'eve@comics.test', now())",
    );
    const before = await tableHashes(url);
    await expect(restore(good, url, store)).rejects.toThrow(
      /not empty: there are rows in author_stat, user_account.*--replace/,
    );
    expect(await tableHashes(url)).toEqual(before);
    expect(await objectHashes(store)).toEqual({});

    await query(url, "create schema inngest_engine; create table inngest_engine.run (id text)");
    await restore(good, url, store, { replace: true });
    expect(await query(url, "select username from user_account")).toEqual(
      await query(source(), "select username from user_account"),
    );
    expect(await query(url, "select to_regclass('inngest_engine.run') as run")).toEqual([
      { run: null },
    ]);
  });

  it("is not overwritten: tables of another application, under any flag", async () => {
    await query(url, "create table invoices (id int); insert into invoices values (1)");
    for (const replace of [false, true]) {
      await expect(restore(good, url, store, { replace })).rejects.toThrow(
        /tables of something else, such as invoices/,
      );
    }
    expect(await query(url, "select id from invoices")).toEqual([{ id: 1 }]);
  });

  it("is deleted when asked, and no sooner: objects that no row will know, and books", async () => {
    const key = `${sha256("x")}.webp`;
    await store.put(key, { bytes: Buffer.from("x"), mediaType: "image/webp" });
    await expect(restore(good, url, store)).rejects.toThrow(/objects that are not in this backup/);
    expect(await tableHashes(url)).toEqual({});
    expect(Object.keys(await objectHashes(store))).toEqual([key]);
    const book = `${randomUUID()}.epub`;
    await store.files.put(book, Readable.from([Buffer.from("book")]), "application/epub+zip");
    await restore(good, url, store, { replace: true });
    expect(await objectHashes(store)).toEqual(await objectHashes(storage()));
    expect(await store.files.open(book)).toBeNull();
  });

  it("is completed: objects of an interrupted restore, also a damaged one", async () => {
    const [first = ""] = Object.keys(await objectHashes(storage()));
    const size = (await storage().get(first))?.bytes.byteLength ?? 0;
    await store.put(first, { bytes: Buffer.alloc(size), mediaType: "image/webp" });
    await restore(good, url, store);
    expect(await objectHashes(store)).toEqual(await objectHashes(storage()));
  });

  it("stays as it was when a replacement fails", async () => {
    await restore(good, url, store);
    const before = await tableHashes(url);
    const kept = `${sha256("kept")}.webp`;
    await store.put(kept, { bytes: Buffer.from("kept"), mediaType: "image/webp" });
    const forged = corruptedCopy(good, (f) => forgeTable(f, "user_account", "a\tb\n"));
    await expect(restore(forged, url, store, { replace: true })).rejects.toThrow(
      /as it was before/,
    );
    expect(await tableHashes(url)).toEqual(before);
    expect(Object.keys(await objectHashes(store))).toContain(kept);
  });

  it("is not overwritten: another backup", async () => {
    const before = readFileSync(path.join(good, "manifest.json"), "utf8");
    await expect(save(source(), storage(), good)).rejects.toThrow(/never overwrites/);
    expect(readFileSync(path.join(good, "manifest.json"), "utf8")).toBe(before);
  });
});

describe("a backup of an incomplete site", () => {
  it("names the objects that are missing or damaged, and contains the rest", async () => {
    const [missing, damaged] = await Promise.all(
      ["three", "four"].map(async (seed) => {
        const { sha256: hash, extension } = await storePicture(await pictureOf(seed), {
          origin: "photo",
        });
        return `${hash}.${extension}`;
      }),
    );
    await storage().delete([missing ?? "", damaged ?? ""]);
    const bytes = Buffer.from("not that picture");
    await storage().put(damaged ?? "", { bytes, mediaType: "image/webp" });
    const { folder, manifest } = await save(source(), storage());
    expect(manifest.media.missing).toBe(2);
    expect(said.join("\n")).toMatch(`${missing} is missing`);
    expect(said.join("\n")).toMatch(`${damaged} is damaged`);
    await restore(folder, url, store);
    expect(Object.keys(await objectHashes(store))).toHaveLength(2);
    await storage().delete([damaged ?? ""]);
    await db.mediaObject.deleteMany({
      where: { sha256: { in: [missing?.slice(0, 64) ?? "", damaged?.slice(0, 64) ?? ""] } },
    });
  });

  it("leaves no folder where the database or the store fails", async () => {
    const folder = newPath();
    await expect(save(url, store, folder)).rejects.toThrow(/nothing of Inkwright's/);
    const broken: Storage = { ...storage(), get: () => Promise.reject(new Error("no such host")) };
    await expect(save(source(), broken, folder)).rejects.toThrow(/cannot be used: no such host/);
    expect([existsSync(folder), existsSync(`${folder}.unfinished`)]).toEqual([false, false]);
  });
});
