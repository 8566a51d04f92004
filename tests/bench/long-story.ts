import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { startEmbeddedPostgres } from "../../prisma/embedded-postgres.ts";
import { migrate } from "../../prisma/migrate.ts";
import { startApp } from "../../scripts/launcher/app.ts";
import { ensureBuild } from "../../scripts/launcher/build.ts";
import { freePort } from "../../scripts/launcher/ports.ts";
import { crowd } from "./bubble-drag.ts";

export const scenes = 60;
export const panels = 6;

/** Database and built app with the long story; no engine, for nothing is drawn. */
export async function openLongStory(folder: string, stops: (() => Promise<unknown>)[]) {
  const database = await startEmbeddedPostgres({ dataDir: folder });
  stops.push(database.stop);
  await migrate(database.url);
  const port = await freePort();
  const base = `http://localhost:${port}`;
  const env = {
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    NEXTAUTH_SECRET: randomBytes(32).toString("hex"),
    NEXTAUTH_URL: base,
    LOG_LEVEL: "error",
  };
  // This process mints tokens and writes rows as the app does.
  Object.assign(process.env, env);
  await ensureBuild(env);
  const app = startApp({
    mode: "production",
    port,
    env,
    started: () => {},
    failed: (message) => {
      throw new Error(message);
    },
  });
  stops.push(app.stop);
  const { db } = await import("../../lib/platform/db.ts");
  stops.push(() => db.$disconnect());
  const { mintToken } = await import("../../lib/platform/auth/token.ts");
  const { seedStory } = await import("../support/story-rows.ts");
  const username = `bench-${Date.now()}`;
  const user = await db.user.create({ data: { username, email: `${username}@bench.invalid` } });
  const storyId = await seedStory({
    username,
    scenes: Array.from({ length: scenes }, () => panels),
    characters: 12,
    locations: 6,
  });
  await db.panel.updateMany({
    where: { panelNumber: 1, scene: { storyId, sceneNumber: 1 } },
    data: { textBubbles: crowd() },
  });
  const publishedId = await seedStory({ username, scenes: [panels, panels] });
  await db.story.update({
    where: { id: publishedId },
    data: { status: "published", publishedAt: new Date() },
  });
  // An author may send thirty pictures in a minute.
  const senders = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const name = `${username}-${index}`;
      const sender = await db.user.create({
        data: { username: name, email: `${name}@bench.invalid` },
      });
      return mintToken(sender);
    }),
  );
  let sent = 0;
  /**
   * A file ready to be sent, over and over: making its form takes this process longer than a page
   * takes the server, and would count as the server's time.
   */
  const prepareUpload = async (file: Buffer) => {
    const form = new FormData();
    form.set("image", new File([file as BlobPart], "panel.jpg", { type: "image/jpeg" }));
    const whole = new Response(form);
    const body = Buffer.from(await whole.arrayBuffer());
    const type = whole.headers.get("content-type") ?? "";
    return () =>
      new Promise<void>((resolve, reject) => {
        const sender = senders[sent++ % senders.length];
        const headers = {
          authorization: `Bearer ${sender}`,
          "content-type": type,
          "content-length": body.byteLength,
        };
        request(`${base}/api/upload/image`, { method: "POST", headers }, (answer) => {
          answer.resume().on("end", () => {
            if (answer.statusCode === 201) resolve();
            else reject(new Error(`An upload was answered ${answer.statusCode}.`));
          });
        })
          .on("error", reject)
          .end(body);
      });
  };
  for (let waited = 0; ; waited += 200) {
    const answer = await fetch(`${base}/api/health`).catch(() => null);
    if (answer?.ok) break;
    if (waited > 60_000) throw new Error("The app does not answer.");
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    base,
    storyId,
    token: await mintToken(user),
    /** Of a published story. */
    readPage: `${base}/story/${publishedId}/read`,
    prepareUpload,
  };
}
