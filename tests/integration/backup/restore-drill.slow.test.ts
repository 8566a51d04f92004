import {
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as me } from "@/app/api/auth/me/route";
import { db } from "@/lib/platform/db";
import { replaceStorage, storage } from "@/lib/platform/storage";
import { getStory } from "@/lib/stories/queries";
import { PrismaClient } from "@/prisma/client/client";
import { query } from "../../support/database";
import { call as callAccount } from "../accounts/requests";
import { awkward, seedContent } from "./content";
import {
  emptyDatabase,
  emptyStore,
  newPath,
  objectHashes,
  restore,
  save,
  schemaObjectsOf,
  tableHashes,
} from "./support";

const source = () => process.env.DATABASE_URL ?? "";
let seeded: { storyId: string; token: string };
let saved: Awaited<ReturnType<typeof save>>;
let before: { rows: Record<string, string>; objects: Record<string, string> };

beforeAll(async () => {
  seeded = await seedContent();
  before = { rows: await tableHashes(source()), objects: await objectHashes(storage()) };
  saved = await save(source(), storage());
}, 120_000);

/** The services of the app on another database and store, as after a restore. */
async function elsewhere<T>(
  url: string,
  store: ReturnType<typeof storage>,
  work: () => Promise<T>,
) {
  const holder = globalThis as { inkwrightDb?: PrismaClient };
  const [oldDb, oldStore] = [holder.inkwrightDb, replaceStorage(store)];
  const client = new PrismaClient({ adapter: new PrismaPg({ connectionString: url }) });
  holder.inkwrightDb = client;
  try {
    return await work();
  } finally {
    holder.inkwrightDb = oldDb;
    replaceStorage(oldStore);
    await client.$disconnect();
  }
}

describe("the drill", () => {
  it("runs with rows in every table", () => {
    const used = Object.keys(before.rows).filter((name) => !before.rows[name]?.startsWith("0 "));
    expect(used).toEqual(
      expect.arrayContaining(
        "user_account session passkey two_step rate_limit story story_tag story_stat scene panel take character outfit reference_picture library_entry library_picture media_object story_like scene_like report decision audit_entry job outbox_event quota_entry _prisma_migrations".split(
          " ",
        ),
      ),
    );
    expect(Object.keys(before.objects).length).toBeGreaterThan(8);
  });

  it("restores every row, constraint and object into an empty database", async () => {
    const [url, store] = [await emptyDatabase(), emptyStore()];
    expect(await restore(saved.folder, url, store)).toEqual([]);
    expect(await tableHashes(url)).toEqual(before.rows);
    expect(await schemaObjectsOf(url)).toEqual(await schemaObjectsOf(source()));
    expect(await objectHashes(store)).toEqual(before.objects);

    const [then, now] = await Promise.all([
      getStory(null, seeded.storyId),
      elsewhere(url, store, () => getStory(null, seeded.storyId)),
    ]);
    expect(now).toEqual(then);
    expect(now.description).toBe(awkward);
    const signedIn = await elsewhere(url, store, () =>
      callAccount(me, "GET", { bearer: seeded.token }),
    );
    expect(signedIn.status).toBe(200);
  });

  it("continues where it ended: counters, totals and keys work", async () => {
    const [url, store] = [await emptyDatabase(), emptyStore()];
    await restore(saved.folder, url, store);
    const next = (at: string) => query(at, "select nextval('report_number_seq') as next");
    expect(await next(url)).toEqual(await next(source()));
    const counts = "select like_count from story_stat where like_count > 0";
    expect(await query(url, counts)).toHaveLength(1);
    await query(url, "delete from story_like");
    expect(await query(url, counts)).toHaveLength(0);
    await expect(query(url, "update panel set scene_id = gen_random_uuid()")).rejects.toThrow(
      /foreign key/,
    );
    await expect(query(url, "delete from audit_entry")).rejects.toThrow(/never changed/);
  });

  it("writes the same backup again from what was restored", async () => {
    const [url, store] = [await emptyDatabase(), emptyStore()];
    await restore(saved.folder, url, store);
    const { manifest } = await save(url, store);
    expect({ ...manifest, createdAt: "", media: { ...manifest.media, sha256: "" } }).toEqual({
      ...saved.manifest,
      createdAt: "",
      media: { ...saved.manifest.media, sha256: "" },
    });
  });

  it("is a snapshot: concurrent writes are in it completely or not at all", async () => {
    let writing = true;
    const writer = (async () => {
      for (let n = 0; writing; n += 1) {
        // Two tables that are copied one after the other: `scene` before `user_account`.
        await db.$transaction(async (tx) => {
          const data = { username: `w${n}-${Date.now()}`, email: `w${n}@writer.test` };
          const author = await tx.user.create({ data });
          await tx.story.create({ data: { authorId: author.id, title: "t", description: "d" } });
        });
      }
    })();
    try {
      for (let round = 0; round < 3; round += 1) {
        const { folder } = await save(source(), storage());
        const url = await emptyDatabase();
        await restore(folder, url, emptyStore());
        const lone = await query(
          url,
          "select count(*)::int as count from user_account u where email like '%@writer.test' and not exists (select from story where author_id = u.id)",
        );
        expect(lone).toEqual([{ count: 0 }]);
      }
    } finally {
      writing = false;
      await writer;
      await db.user.deleteMany({ where: { email: { endsWith: "@writer.test" } } });
    }
  });
});

describe("a backup", () => {
  it("is readable by its owner only", () => {
    const files = readdirSync(saved.folder, { recursive: true, withFileTypes: true });
    expect(files.length).toBeGreaterThan(50);
    for (const entry of files) {
      const mode = statSync(path.join(entry.parentPath, entry.name)).mode & 0o777;
      expect(mode.toString(8), entry.name).toBe(entry.isDirectory() ? "700" : "600");
    }
    expect((statSync(saved.folder).mode & 0o777).toString(8)).toBe("700");
  });

  it("is plain: rows as text, objects as they are", () => {
    const stories = readFileSync(path.join(saved.folder, "tables", "story.copy"), "utf8");
    expect(stories).toContain("The Long Tide");
    expect(readdirSync(path.join(saved.folder, "media")).sort()).toEqual(
      Object.keys(before.objects),
    );
    expect(readdirSync(saved.folder).sort()).toEqual([
      "manifest.json",
      "media",
      "media.sha256",
      "tables",
    ]);
  });

  it("reuses objects of the previous backup, except damaged ones", async () => {
    const [earlier, folder] = [newPath(), newPath()];
    cpSync(saved.folder, earlier, { recursive: true });
    const object = (place: string, key = "") => path.join(place, "media", key);
    const [whole, bad, link, lost] = Object.keys(before.objects);
    writeFileSync(object(earlier, bad), "something else");
    rmSync(object(earlier, link));
    symlinkSync(object(saved.folder, link), object(earlier, link));
    rmSync(object(earlier, lost));
    const { manifest } = await save(source(), storage(), folder, earlier);
    expect(manifest.media).toMatchObject({ objects: saved.manifest.media.objects, missing: 0 });
    const links = [whole, bad, link, lost].map((key) => statSync(object(folder, key)).nlink);
    expect(links).toEqual([2, 1, 1, 1]);
    const store = emptyStore();
    await restore(folder, await emptyDatabase(), store);
    expect(await objectHashes(store)).toEqual(before.objects);
  });
});
