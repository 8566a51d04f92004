import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, describe, expect, it, vi } from "vitest";
import { GET as getLive } from "@/app/api/stories/[storyId]/live/route";
import { endLiveStreams } from "@/lib/generation/live/server-stream";
import { storyChanges } from "@/lib/generation/live/story-changes-service";
import { db } from "@/lib/platform/db";
import { media } from "../http/harness";
import { type Author, call, context, makeAuthor, makeStory } from "./support";

const author = await makeAuthor();
afterEach(() => storyChanges().close());

/** The events of a stream so far. */
function listen(response: Response) {
  const said = { text: "", ended: false };
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      said.text += decoder.decode(chunk);
    }
    said.ended = true;
  })();
  return said;
}

const open = (who: Author | null, storyId: string) =>
  getLive(call(who, "GET"), context({ storyId }));
const changes = (text: string) => text.split("event: change").length - 1;

describe("GET /stories/{id}/live", () => {
  it("reports a change of its story within a second, and none of other stories", async () => {
    const [story, other] = [await makeStory(author), await makeStory(author)];
    const scene = await db.scene.create({
      data: { storyId: story.id, sceneNumber: 1, panels: { create: { panelNumber: 1 } } },
      include: { panels: true },
    });
    const response = await open(author, story.id);
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(response.headers.get("cache-control")).toContain("no-transform");
    const said = listen(response);
    await expect.poll(() => said.text).toContain("event: ready");

    const takeId = crypto.randomUUID();
    const [characterId, id] = [crypto.randomUUID(), crypto.randomUUID()];
    const { id: mediaId } = await media();
    const writes = [
      () => db.panel.update({ where: { id: scene.panels[0]?.id }, data: { altText: "x" } }),
      () => db.scene.update({ where: { id: scene.id }, data: { title: "x" } }),
      () => db.story.update({ where: { id: story.id }, data: { title: "x" } }),
      () =>
        db.character.create({
          data: {
            id: characterId,
            storyId: story.id,
            name: "Mara",
            description: "A keeper of lamps.",
            imagePrompt: "A keeper of lamps.",
            seed: "s",
          },
        }),
      () => db.outfit.create({ data: { id, characterId, name: "Coat" } }),
      () => db.outfit.update({ where: { id }, data: { description: "Blue." } }),
      () => db.outfit.delete({ where: { id } }),
      () => db.referencePicture.create({ data: { id, characterId, role: "view", mediaId } }),
      () => db.referencePicture.delete({ where: { id } }),
      () => db.characterImage.create({ data: { characterId, mediaId } }),
      () => db.job.create({ data: { id, kind: "image", ownerId: author.id, storyId: story.id } }),
      () => db.job.update({ where: { id }, data: { status: "failed", finishedAt: new Date() } }),
      () => {
        const panelId = scene.panels[0]?.id ?? "";
        return db.take.create({
          data: { id: takeId, panelId, kind: "image", source: "edited", mediaId },
        });
      },
      () => db.take.delete({ where: { id: takeId } }),
      () => db.panel.delete({ where: { id: scene.panels[0]?.id } }),
      () => db.scene.delete({ where: { id: scene.id } }),
      () => db.character.delete({ where: { id: characterId } }),
      // It has no scene that would tell.
      () => db.story.delete({ where: { id: story.id } }),
    ];
    const latencies: number[] = [];
    for (const [index, write] of writes.entries()) {
      const before = performance.now();
      await write();
      await expect.poll(() => changes(said.text), { interval: 2 }).toBe(index + 1);
      latencies.push(performance.now() - before);
      await pause(40);
    }
    expect([...latencies].sort((a, b) => a - b)[2]).toBeLessThan(150);

    await db.story.update({ where: { id: other.id }, data: { title: "y" } });
    await pause(200);
    expect(changes(said.text)).toBe(writes.length);
    endLiveStreams();
    await expect.poll(() => said.ended).toBe(true);
  });

  it("is for editors of the story", async () => {
    const story = await makeStory(author);
    expect((await open(null, story.id)).status).toBe(401);
    expect((await open(await makeAuthor(), story.id)).status).toBe(404);
    const administrator = await open(await makeAuthor(true), story.id);
    expect(administrator.status).toBe(200);
    await administrator.body?.cancel();
  });

  it("forgets clients that have disconnected", async () => {
    const story = await makeStory(author);
    const gone = new AbortController();
    const request = new Request("http://localhost:3000/api", {
      headers: { authorization: `Bearer ${author.token}` },
      signal: gone.signal,
    });
    const said = listen(await getLive(request, context({ storyId: story.id })));
    await expect.poll(() => said.text).toContain("ready");
    gone.abort();
    await expect.poll(() => said.ended).toBe(true);
    await db.story.update({ where: { id: story.id }, data: { title: "z" } });
    await pause(100);
    expect(changes(said.text)).toBe(0);
  });

  it("ends when the listening connection breaks, and a new one reports changes", async () => {
    const story = await makeStory(author);
    const said = listen(await open(author, story.id));
    await expect.poll(() => said.text).toContain("ready");
    const admin = new Client(process.env.DATABASE_URL);
    await admin.connect();
    await admin.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()",
    );
    await admin.end();
    await expect.poll(() => said.ended).toBe(true);
    const again = listen(await open(author, story.id));
    await expect.poll(() => again.text).toContain("ready");
    await db.story.update({ where: { id: story.id }, data: { title: "again" } });
    await expect.poll(() => changes(again.text)).toBe(1);
    endLiveStreams();
  });
});

/** As behind a pooler of transactions: LISTEN is accepted, and nothing ever arrives. */
function deafen() {
  const query = Client.prototype.query;
  Client.prototype.query = function deaf(this: Client, ...args: unknown[]) {
    if (String(args[0]).startsWith("LISTEN")) return Promise.resolve({ rows: [] });
    return Reflect.apply(query, this, args);
  } as typeof query;
  return () => {
    Client.prototype.query = query;
  };
}

describe("without LISTEN", () => {
  it("there is no stream, until it works: browsers poll", async () => {
    const story = await makeStory(author);
    const heal = deafen();
    const refused = await open(author, story.id);
    heal();
    expect([refused.status, await refused.text()]).toEqual([204, ""]);
    const said = listen(await open(author, story.id));
    await expect.poll(() => said.text).toContain("ready");
    endLiveStreams();
  });

  it("there is none on a serverless host, where each stream would hold a connection", async () => {
    vi.stubEnv("VERCEL", "1");
    expect((await open(author, (await makeStory(author)).id)).status).toBe(204);
    vi.unstubAllEnvs();
  });
});
