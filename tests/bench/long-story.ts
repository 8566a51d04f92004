import { randomBytes } from "node:crypto";
import { startEmbeddedPostgres } from "../../prisma/embedded-postgres.ts";
import { migrate } from "../../prisma/migrate.ts";
import { startApp } from "../../scripts/launcher/app.ts";
import { ensureBuild } from "../../scripts/launcher/build.ts";
import { freePort } from "../../scripts/launcher/ports.ts";
import { crowdedPanel } from "./bubble-drag.ts";

export const scenes = 60;
export const panels = 6;

/** Database and built app with the long story; no engine, for nothing is drawn. */
export async function openLongStory(folder: string, cleanups: (() => Promise<unknown>)[]) {
  const database = await startEmbeddedPostgres({ dataDir: folder });
  cleanups.push(database.stop);
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
  let serverPid = 0;
  const app = startApp({
    mode: "production",
    port,
    env,
    started: (pid) => {
      serverPid = pid;
    },
    failed: (message) => {
      throw new Error(message);
    },
  });
  cleanups.push(app.stop);
  const { db } = await import("../../lib/platform/db.ts");
  cleanups.push(() => db.$disconnect());
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
    data: { textBubbles: crowdedPanel() },
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
    /** The tokens of those who send pictures. */
    senders,
    /** The app's process. */
    serverPid: () => serverPid,
  };
}
