import { Client } from "pg";
import { describe, expect, it, vi } from "vitest";
import { DELETE as deleteAccount } from "@/app/api/auth/account/route";
import { expirePages } from "@/lib/platform/cache";
import { db } from "@/lib/platform/db";
import { replaceStorage, storage } from "@/lib/platform/storage/index";
import { media } from "../http/harness";
import { call } from "./requests";
import { join } from "./users";

vi.mock("@/lib/platform/cache", async (original) => ({
  ...(await original<object>()),
  expirePages: vi.fn(async () => {}),
}));

describe("R19 deletion of an account", () => {
  it("R19 requires the password, and deletes stories and pictures too", async () => {
    const { id, token, password: secret } = await join();
    const remixer = await join();
    const own = await media({ uploaderId: id });
    const shared = await media({ uploaderId: id });
    const preview = await media();
    const story = await db.story.create({
      data: { authorId: id, title: "Origin", description: "A tale", previewMediaId: preview.id },
    });
    const remix = await db.story.create({
      data: {
        authorId: remixer.id,
        title: "Copy",
        description: "A tale",
        isRemix: true,
        originalStoryId: story.id,
        originalStoryTitle: "Origin",
        previewMediaId: shared.id,
      },
    });
    const wrong = await call(deleteAccount, "DELETE", { bearer: token, body: { password: "no" } });
    expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, "password"]);
    expect(await db.user.count({ where: { id } })).toBe(1);

    const counted = [`scenes:user:${id}`, `scenes:user:${remixer.id}`];
    await db.rateLimit.createMany({
      data: counted.map((key) => ({ key, resetAt: new Date(4e12) })),
    });
    const deleted: string[] = [];
    const before = replaceStorage({
      ...storage(),
      name: "recorder",
      delete: async (keys) => void deleted.push(...keys),
    });
    const answer = await call(deleteAccount, "DELETE", {
      bearer: token,
      body: { password: secret },
    }).finally(() => replaceStorage(before));
    expect(answer.status).toBe(200);
    expect(await db.user.count({ where: { id } })).toBe(0);
    expect(await db.story.count({ where: { authorId: id } })).toBe(0);
    expect(await db.session.count({ where: { userId: id } })).toBe(0);
    const limits = await db.rateLimit.findMany({ where: { key: { in: counted } } });
    expect(limits.map(({ key }) => key)).toEqual([counted[1]]);
    await db.rateLimit.deleteMany({ where: { key: { in: counted } } });
    const kept = await db.mediaObject.findMany({
      where: { id: { in: [own.id, shared.id, preview.id] } },
    });
    expect(kept.map((object) => object.id)).toEqual([shared.id]);
    expect(deleted.sort()).toEqual([`${own.sha256}.webp`, `${preview.sha256}.webp`].sort());
    expect(await db.story.findUniqueOrThrow({ where: { id: remix.id } })).toMatchObject({
      originalStoryDeleted: true,
      originalStoryTitle: "Origin",
      originalStoryId: null,
      previewMediaId: shared.id,
    });
  });

  it("keeps another author's encoding that was imported as a picture", async () => {
    const { id, token, password: secret } = await join();
    const victim = await join();
    const brought = await media({ uploaderId: id });
    const key = `${brought.sha256}.webp`;
    const other = await media({ uploaderId: victim.id });
    const variant = { key, mediaType: "image/webp", width: 512, height: 512, bytes: 64 };
    await db.mediaObject.update({ where: { id: other.id }, data: { variants: [variant] } });
    await storage().put(key, { bytes: Buffer.from("a picture"), mediaType: "image/webp" });
    const body = { password: secret };
    expect((await call(deleteAccount, "DELETE", { bearer: token, body })).status).toBe(200);
    expect(await db.mediaObject.count({ where: { id: brought.id } })).toBe(0);
    expect(await storage().get(key)).not.toBeNull();
    await storage().delete([key]);
  });

  it("expires the pages of stories published, and of a name taken, while it waited for the lock", async () => {
    const { id, token, username, password: secret } = await join();
    const { id: storyId } = await db.story.create({
      data: { authorId: id, title: "In Between", description: "A tale" },
    });
    const expired: string[] = [];
    vi.mocked(expirePages).mockImplementationOnce(async (tags) => void expired.push(...tags));
    // A transaction of its own: what is asked within one of ours is part of it.
    const publisher = new Client({ connectionString: process.env.DATABASE_URL });
    await publisher.connect();
    await publisher.query("BEGIN");
    await publisher.query(
      "UPDATE story SET status = 'published', published_at = now() WHERE id = $1",
      [storyId],
    );
    const renamed = `${username}-too`;
    await publisher.query("UPDATE user_account SET username = $2 WHERE id = $1", [id, renamed]);
    const deleting = call(deleteAccount, "DELETE", { bearer: token, body: { password: secret } });
    const waiting = () => db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS count FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(waiting, { timeout: 10_000 }).toEqual([{ count: 1 }]);
    await publisher.query("COMMIT");
    await publisher.end();
    expect((await deleting).status).toBe(200);
    expect(await db.story.count({ where: { id: storyId } })).toBe(0);
    expect(expired.toSorted()).toEqual(
      [`author:${renamed.toLowerCase()}`, "feed", `story:${storyId}`].toSorted(),
    );
  });
});
