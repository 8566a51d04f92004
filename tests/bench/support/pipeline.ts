import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { SceneProgress } from "../../../lib/generation/schema.ts";
import { parseEnv } from "../../../lib/platform/env.ts";
import { startEmbeddedPostgres } from "../../../prisma/embedded-postgres.ts";
import { migrate } from "../../../prisma/migrate.ts";
import { freePort } from "../../../prisma/postgres/free-port.ts";
import { startApp, waitUntilReady } from "../../../scripts/launcher/app.ts";
import { ensureBuild } from "../../../scripts/launcher/build.ts";
import { startEngine } from "../../../scripts/launcher/engine.ts";
import type { Cleanups, Settings } from "./site.ts";

export type ProcessName = "app" | "engine" | "database";

/** Database, engine and the built app, as `npm start` runs them. Returns the app's address. */
export async function openPipeline(
  folder: string,
  cleanups: Cleanups,
  settings: Settings,
  started: (name: ProcessName, pid: number) => void = () => {},
): Promise<string> {
  const database = await startEmbeddedPostgres({ dataDir: folder });
  cleanups.push(database.stop);
  const watch = setInterval(() => {
    database
      .revive()
      .then(() => started("database", postmasterOf(database.folder)))
      // It is starting; the next look finds it.
      .catch(() => {});
  }, 500);
  cleanups.push(() => clearInterval(watch));
  await migrate(database.url);
  const port = await freePort();
  const secret = randomBytes(32).toString("hex");
  const env = {
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    NEXTAUTH_SECRET: secret,
    NEXTAUTH_URL: `http://localhost:${port}`,
    LOG_LEVEL: "warn",
    ...settings,
  };
  // This process mints tokens and reads rows as the app does.
  Object.assign(process.env, env);
  await ensureBuild(env);
  let isOpen = false;
  const failed = (message: string) => {
    if (!isOpen) throw new Error(message);
  };
  const engine = await startEngine({
    databaseUrl: database.url,
    secrets: {
      nextAuthSecret: secret,
      engineEventKey: randomBytes(16).toString("hex"),
      engineSigningKey: `signkey-prod-${randomBytes(32).toString("hex")}`,
    },
    appAddress: `http://127.0.0.1:${port}`,
    slots: parseEnv(env),
    started: (pid) => started("engine", pid),
    failed,
  });
  cleanups.push(engine.service.stop);
  const app = startApp({
    mode: "production",
    port,
    env: { ...env, ...engine.appEnv },
    started: (pid) => started("app", pid),
    failed,
  });
  cleanups.push(app.stop);
  await Promise.all([engine.ready(), waitUntilReady(`http://127.0.0.1:${port}/api/ready`)]);
  const { db } = await import("../../../lib/platform/db.ts");
  cleanups.push(() => db.$disconnect());
  const synced = () => db.$queryRaw<{ ok: boolean }[]>`
    SELECT EXISTS (SELECT FROM inngest_engine.function) AS ok`;
  while (!(await synced())[0]?.ok) await new Promise((resolve) => setTimeout(resolve, 100));
  isOpen = true;
  return `http://127.0.0.1:${port}`;
}

const postmasterOf = (folder: string) =>
  Number(readFileSync(path.join(folder, "cluster", "postmaster.pid"), "utf8").split("\n")[0]);

/** An author with an empty story. */
export async function newAuthor() {
  const { db } = await import("../../../lib/platform/db.ts");
  const { tokenOf } = await import("../../support/rows/session-rows.ts");
  const name = `bench-${randomBytes(6).toString("hex")}`;
  const user = await db.user.create({ data: { username: name, email: `${name}@bench.invalid` } });
  const story = await db.story.create({
    data: { authorId: user.id, title: "Bench", description: "A story that is measured." },
  });
  return {
    userId: user.id,
    storyId: story.id,
    headers: { authorization: `Bearer ${await tokenOf(user)}` },
  };
}

/** The times of a generated scene, in milliseconds since 1970. */
interface MeasuredScene {
  began: number;
  ended: number;
  /** When the browser had the address of the first picture. */
  firstSeen: number;
  jobs: {
    id: string;
    createdAt: Date;
    startedAt: Date | null;
    finishedAt: Date | null;
    attempts: number;
  }[];
}

/** One scene, watched as the workspace watches it. */
export async function makeScene(
  base: string,
  { storyId, headers }: Awaited<ReturnType<typeof newAuthor>>,
  prompt: string,
  panels: number,
): Promise<MeasuredScene> {
  const { db } = await import("../../../lib/platform/db.ts");
  const closed = new AbortController();
  const live = await fetch(`${base}/api/stories/${storyId}/live`, {
    headers,
    signal: closed.signal,
  });
  const began = Date.now();
  const answer = await fetch(`${base}/api/ai/generate-scene`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({
      storyId,
      prompt,
      maxPanels: panels,
    }),
  });
  if (answer.status !== 202) throw new Error(`${answer.status}: ${await answer.text()}`);
  const sceneId: string = (await answer.json()).data.scene._id;

  let firstSeen = 0;
  const look = async (): Promise<boolean> => {
    const response = await fetch(`${base}/api/ai/scene-status/${sceneId}`, { headers });
    const { data } = (await response.json()) as { data: SceneProgress };
    if (!firstSeen && data.scene.panels.some((panel) => panel.hasImage)) firstSeen = Date.now();
    if (data.hasError || data.hasPartialErrors) throw new Error(data.errorMessage ?? "failed");
    return !data.isGenerating;
  };
  const decoder = new TextDecoder();
  for await (const chunk of live.body as unknown as AsyncIterable<Uint8Array>) {
    if (decoder.decode(chunk).includes("event: change") && (await look())) break;
  }
  const ended = Date.now();
  closed.abort();
  const jobs = await db.job.findMany({ where: { sceneId, kind: "panel_image" } });
  return { began, ended, firstSeen, jobs };
}
