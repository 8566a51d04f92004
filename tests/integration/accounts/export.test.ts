import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { GET as exportRoute } from "@/app/api/auth/export/route";
import { db } from "@/lib/platform/db";
import { replaceStorage, storage } from "@/lib/platform/storage/index";
import type { Storage } from "@/lib/platform/storage/storage";
import { readZip } from "@/tests/support/books/zip";
import { makeStory, media, type Person, person } from "../http/harness";
import { dressedMara } from "../library/dressed-mara";

interface Asked {
  as?: Person;
  method?: "GET" | "HEAD";
  headers?: Record<string, string>;
  query?: string;
}

function ask({ as, method = "GET", headers = {}, query = "" }: Asked) {
  const authorization: Record<string, string> = as ? { authorization: `Bearer ${as.token}` } : {};
  const request = new Request(`http://comics.test/api/auth/export${query}`, {
    method,
    headers: { ...authorization, ...headers },
  });
  return exportRoute(request, { params: Promise.resolve({}) });
}

async function unpacked(asked: Asked) {
  const response = await ask(asked);
  expect(response.status).toBe(200);
  const files = readZip(Buffer.from(await response.arrayBuffer()));
  const json = (name: string) => JSON.parse(files.get(name)?.toString() ?? "null");
  return { response, files, json };
}

const real = storage();
afterEach(() => void replaceStorage(real));

/** An object with bytes of its own. */
async function stored(data: Parameters<typeof media>[0] = {}) {
  const row = await media(data);
  const key = `${row.sha256}.${row.extension}`;
  const bytes = Buffer.from(`bytes of ${key} `.repeat(40));
  await storage().put(key, { bytes, mediaType: row.mediaType });
  return { ...row, key, bytes };
}

describe("R19 the export of an account", () => {
  it("R19 holds every row and object of the viewer, and of no other account", async () => {
    const other = await person("stranger");
    const foreign = await makeStory({ author: other, title: "Not mine" });
    const hidden = await makeStory({ author: other, status: "draft", title: "Nobody's business" });
    const avatar = await stored();
    const me = await person("ada", {
      passwordHash: "$argon2id$canary",
      firstName: "Ada",
      avatar: { connect: { id: avatar.id } },
      oauthAccounts: { create: { provider: "github", providerAccountId: "octo-1" } },
    });
    const own = await makeStory({ author: me, status: "draft", tags: ["sea"], pictures: false });
    const storyId = own.story.id;
    const panel = own.scenes[0]?.panels[0];
    const picture = await stored();
    const upload = await stored({ uploaderId: me.id });
    await db.panel.update({ where: { id: panel?.id }, data: { imageMediaId: picture.id } });
    await db.take.create({
      data: { panelId: panel?.id ?? "", kind: "image", source: "edited", mediaId: picture.id },
    });
    await db.storyLike.create({ data: { userId: me.id, storyId: foreign.story.id } });
    await db.storyLike.create({ data: { userId: me.id, storyId: hidden.story.id } });
    const [liked] = foreign.scenes;
    await db.sceneLike.create({ data: { userId: me.id, sceneId: liked?.id ?? "" } });
    await db.analyticsEvent.createMany({
      data: Array.from({ length: 502 }, (_, index) => ({
        userId: me.id,
        name: "x",
        payload: { index },
      })),
    });
    await db.analyticsEvent.create({ data: { userId: other.id, name: "theirs", payload: {} } });
    const call = { provider: "openai", model: "m", kind: "text", outcome: "completed" };
    await db.providerCall.create({
      data: { ...call, durationMs: 5, userId: me.id, storyId, costMicros: 1_250n },
    });
    await db.providerCall.create({ data: { ...call, durationMs: 5, userId: other.id } });
    const token = "t".repeat(43);
    const dismissed = await db.decision.create({
      data: {
        kind: "story",
        storyId: foreign.story.id,
        authorId: other.id,
        action: "dismiss",
        reason: "It is none",
        isTold: false,
      },
    });
    const report = { reason: "spam", words: "What I reported" };
    await db.report.create({
      data: {
        ...report,
        kind: "story",
        storyId: foreign.story.id,
        token,
        reporterId: me.id,
        decisionId: dismissed.id,
      },
    });
    await db.report.create({
      data: {
        kind: "author",
        authorId: me.id,
        reporterId: other.id,
        token: "u".repeat(43),
        ...report,
        words: "Nobody's business",
      },
    });
    const told = { kind: "story", action: "hide", reason: "It is stolen" };
    await db.decision.create({ data: { ...told, storyId, authorId: me.id } });
    await db.job.create({
      data: { kind: "scene", ownerId: me.id, storyId, input: { prompt: "What I asked for" } },
    });

    const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    const { response, files, json } = await unpacked({ as: me, headers: { "user-agent": agent } });
    expect(response.headers.get("content-type")).toBe("application/zip");
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="inkwright-${me.username}.zip"`,
    );
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    const { account } = json("account.json");
    expect(account).toMatchObject({ email: `${me.username}@comics.test`, firstName: "Ada" });
    expect(account.avatar.file).toBe(`media/${avatar.key}`);
    expect(account.oauthAccounts[0]).toMatchObject({ provider: "github" });
    expect(account.uploads[0].media.file).toBe(`media/${upload.key}`);
    const { format, version, story } = json(`stories/${storyId}.json`);
    expect([format, version, story.title]).toEqual(["inkwright-story", 1, "The Lamp Room"]);
    expect(story.tags).toEqual([{ tag: "sea" }]);
    expect(story.characters.map(({ name }: { name: string }) => name).sort()).toEqual([
      "Mara",
      "Nobody yet",
    ]);
    const [scene] = story.scenes;
    expect(scene.prompt).toBe("secret prompt of scene 1");
    expect(scene.panels[0].textBubbles[0].text).toBe("Line 1.1");
    expect(scene.panels[0].image).toMatchObject({
      file: `media/${picture.key}`,
      url: `/media/${picture.key}`,
    });
    expect(scene.panels[0].takes[0].media.file).toBe(`media/${picture.key}`);
    const likes = json("likes.json");
    expect(likes.stories).toMatchObject([
      { storyId: foreign.story.id, story: { title: "Not mine" } },
    ]);
    expect(likes.scenes).toMatchObject([{ sceneId: liked?.id }]);
    expect(json("spending.json").calls).toMatchObject([{ storyId, costMicros: 1_250 }]);
    expect(json("jobs.json").jobs).toMatchObject([{ input: { prompt: "What I asked for" } }]);
    expect(json("reports.json")).toMatchObject({
      reports: [
        { token, words: "What I reported", decision: { action: "dismiss", reason: "It is none" } },
      ],
      decisions: [{ ...told, storyId, objection: null }],
    });
    expect(json("sessions.json").sessions).toMatchObject([{ device: "Firefox on Linux" }]);
    // More than a page of rows, each once.
    const { events } = json("events.json");
    expect(events).toHaveLength(502);
    expect(new Set(events.map(({ id }: { id: string }) => id)).size).toBe(502);
    expect(new Set(events.map(({ name }: { name: string }) => name))).toEqual(new Set(["x"]));
    const objects = [...files.keys()].filter((name) => name.startsWith("media/"));
    expect(objects.sort()).toEqual(
      [avatar, picture, upload].map(({ key }) => `media/${key}`).sort(),
    );
    for (const { key, bytes } of [avatar, picture, upload]) {
      expect(files.get(`media/${key}`)?.equals(bytes)).toBe(true);
    }
    const everything = [...files.values()].join("\n");
    for (const secret of ["canary", "passwordHash", "Nobody's business"]) {
      expect(everything).not.toContain(secret);
    }
    expect(everything).not.toContain(other.id);
  });

  it("holds sheets with their outfits and pictures, the style, and the cast", async () => {
    const me = await person("ada");
    const { story, mara, face, coat, portrait } = await dressedMara(me, stored);
    const style = await stored();
    await db.story.update({ where: { id: story.id }, data: { styleMediaId: style.id } });
    await me.post("/library", { kind: "character", entityId: mara.id });
    const { files, json } = await unpacked({ as: me });
    const fileOf = ({ key }: { key: string }) => `media/${key}`;
    const exported = json(`stories/${story.id}.json`).story.characters.find(
      ({ id }: { id: string }) => id === mara.id,
    );
    expect(exported.outfits).toMatchObject([{ name: "Raincoat", description: "Yellow oilskin" }]);
    expect(exported.references).toMatchObject([
      { role: "face", label: "laughing", media: { file: fileOf(face) } },
      { role: "outfit", outfitId: exported.outfits[0].id, media: { file: fileOf(coat) } },
    ]);
    expect(json(`stories/${story.id}.json`).story.style.file).toBe(fileOf(style));
    const [entry] = json("cast.json").entries;
    expect(entry).toMatchObject({
      name: "Mara",
      loraName: "mara-v2",
      outfits: [{ name: "Raincoat" }],
    });
    expect(entry.pictures).toHaveLength(3);
    for (const picture of [portrait, face, coat, style]) {
      expect(files.has(fileOf(picture))).toBe(true);
    }
  });

  it("covers every table that refers to an account, or says why not", async () => {
    const rows = await db.$queryRaw<{ table_name: string }[]>`
      SELECT DISTINCT table_name::text FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name IN ('user_id', 'author_id', 'owner_id', 'reporter_id', 'actor_id')`;
    const exported =
      "analytics_event app_password decision job library_entry media_upload oauth_account passkey provider_call quota_entry reading_progress report session two_step";
    // Numbers that are kept of stories and of calls stand in them.
    const within =
      "author_spending_hour author_stat scene_like story story_like story_rank story_size story_tag";
    // Signatures of mailed links and of recovery codes, what a device was asked to
    // sign; answers kept for a day; orders at a provider
    // and money set aside while work is open. What an administrator did and decided is the site's.
    const passing =
      "audit_entry picture_mark budget_reservation idempotency_key mailed_link passkey_challenge prediction recovery_code";
    expect(rows.map(({ table_name }) => table_name).sort()).toEqual(
      `${exported} ${within} ${passing}`.split(" ").sort(),
    );
  });
});

describe("R19 a request for the export", () => {
  it.each(["GET", "HEAD"] as const)("S8 %s without a good session is refused", async (method) => {
    const gone = await person("gone");
    await db.user.delete({ where: { id: gone.id } });
    for (const headers of [
      {},
      { authorization: "Bearer x.y.z" },
      { authorization: `Bearer ${gone.token}` },
      { cookie: "token=forged" },
    ] as Record<string, string>[]) {
      const response = await ask({ method, headers });
      expect(response.status).toBe(401);
      expect(response.headers.get("content-disposition")).toBeNull();
    }
  });

  it("S1 exports the session's own account, whatever the query says", async () => {
    const [me, other] = [await person("me"), await person("other")];
    const query = `?userId=${other.id}&username=${other.username}`;
    const { json } = await unpacked({ as: me, query, headers: { cookie: `token=${other.token}` } });
    expect(json("account.json").account.id).toBe(me.id);
  });

  it("HEAD returns the headers, by cookie too, without reading or counting", async () => {
    const me = await person("head");
    const untouchable = new Proxy(real, {
      get: () => () => {
        throw new Error("the store was asked");
      },
    });
    await media({ uploaderId: me.id });
    replaceStorage(untouchable as Storage);
    const key = `account-export:user:${me.id}`;
    for (const headers of [
      { authorization: `Bearer ${me.token}` },
      { cookie: `token=${me.token}` },
    ] as Record<string, string>[]) {
      const response = await ask({ method: "HEAD", headers });
      expect([response.status, await response.text()]).toEqual([200, ""]);
      expect(response.headers.get("content-disposition")).toContain(`inkwright-${me.username}.zip`);
    }
    expect(await db.rateLimit.count({ where: { key } })).toBe(0);
  });

  it("five of a flood succeed, the rest get Retry-After, and so does HEAD", async () => {
    const me = await person("flood");
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask({ as: me })));
    const good = answers.filter(({ status }) => status === 200);
    const late = answers.filter(({ status }) => status === 429);
    expect([good.length, late.length]).toEqual([5, 15]);
    for (const response of good) readZip(Buffer.from(await response.arrayBuffer()));
    expect(Number(late[0]?.headers.get("retry-after"))).toBeGreaterThan(3000);
    expect(await late[0]?.json()).toMatchObject({ error: { code: "rate_limited" } });
    expect((await ask({ as: me, method: "HEAD" })).status).toBe(429);
    expect((await ask({ as: await person("calm") })).status).toBe(200);
  });
});

describe("R11 the store and the export", () => {
  it("lists the objects that the store lacks, beside those that it has", async () => {
    const me = await person("loser");
    const lost = await media({ uploaderId: me.id });
    const kept = await stored({ uploaderId: me.id });
    const { files } = await unpacked({ as: me });
    expect(files.has(`media/${kept.key}`)).toBe(true);
    expect(files.get("missing.txt")?.toString()).toContain(`media/${lost.sha256}.webp`);
  });

  it("aborts where the store fails: a partial file never looks complete", async () => {
    const me = await person("cut");
    await media({ uploaderId: me.id });
    const open = () => Promise.reject(new Error(`store away ${randomUUID()}`));
    replaceStorage({ ...real, name: "away", open });
    const response = await ask({ as: me });
    await expect(response.arrayBuffer()).rejects.toThrow("store away");
  });

  it("is streamed, and stops when the client disconnects", async () => {
    const me = await person("leaver");
    for (let index = 0; index < 3; index += 1) await media({ uploaderId: me.id });
    let opened = 0;
    let cancelled = 0;
    const open: Storage["open"] = async () => {
      opened += 1;
      const body = new ReadableStream<Uint8Array>({
        // Without an end.
        pull: (controller) => controller.enqueue(new Uint8Array(256 * 1024)),
        cancel() {
          cancelled += 1;
        },
      });
      return { body, mediaType: "image/webp", size: 1e12, start: 0, end: 1e12 - 1 };
    };
    replaceStorage({ ...real, name: "endless", open });
    const reader = (await ask({ as: me })).body?.getReader();
    for (let read = 0; read < 2_000_000; ) read += (await reader?.read())?.value?.length ?? 0;
    await reader?.cancel();
    await expect.poll(() => cancelled).toBe(1);
    expect(opened).toBe(1);
  });
});
