/**
 * `npm run bench:pipeline [-- <runs>]`: how long a scene of six panels takes through the embedded
 * engine and the built app, beside the longest chain of provider calls in it. The demo writer takes
 * two seconds, the demo painter four. Exits with 1 below the bar.
 */
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { SceneProgress } from "../../lib/generation/schema.ts";
import { startEmbeddedPostgres } from "../../prisma/embedded-postgres.ts";
import { migrate } from "../../prisma/migrate.ts";
import { startApp, waitUntilReady } from "../../scripts/launcher/app.ts";
import { ensureBuild } from "../../scripts/launcher/build.ts";
import { startEngine } from "../../scripts/launcher/engine.ts";
import { freePort } from "../../scripts/launcher/ports.ts";
import { median } from "./support/site.ts";

const writerMs = 2_000;
const painterMs = 4_000;
const panels = 6;
/** The last panel's words, then its picture. */
const criticalPath = writerMs + painterMs;
const bar = 1.05 * criticalPath + 200;
const visibleBar = 1_000;

const prompts = [
  "Mara and Tom climb the lighthouse at night and find a door that was not there.",
  "A small robot waits at the empty station in the rain and meets a fox.",
  "Detective Vera follows a trail of blue feathers over the rooftops of the city.",
  "Two sisters row across the lake in the fog and hear somebody singing.",
  "Captain Ines lands on a moon of glass and discovers footprints.",
];

interface Run {
  wall: number;
  /** From the first stored picture to its address in the browser's hands. */
  firstVisible: number;
  /** From a panel's words being stored to its picture being begun, the slowest of the scene. */
  slowestStart: number;
  attempts: number;
}

export async function main(): Promise<void> {
  const runs = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 10);
  const folder = mkdtempSync(path.join(tmpdir(), "inkwright-bench-"));
  chmodSync(folder, 0o755);
  const stops: (() => Promise<void>)[] = [
    async () => rmSync(folder, { recursive: true, force: true }),
  ];
  try {
    const base = await open(folder, stops);
    const measured: Run[] = [];
    await measure(base, 0);
    for (let run = 1; run <= runs; run += 1) {
      const one = await measure(base, run);
      measured.push(one);
      console.log(
        `run ${run}: ${one.wall.toFixed(0)} ms, first panel visible after ${one.firstVisible.toFixed(0)} ms, slowest start of a picture ${one.slowestStart} ms`,
      );
    }
    if (!report(measured)) process.exitCode = 1;
  } finally {
    for (const stop of stops.reverse()) await stop().catch((error) => console.error(error));
  }
  process.exit(process.exitCode ?? 0);
}

/** Database, engine and the built app, as `npm start` runs them. Returns the app's address. */
async function open(folder: string, stops: (() => Promise<void>)[]): Promise<string> {
  const database = await startEmbeddedPostgres({ dataDir: folder });
  stops.push(database.stop);
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
    DEMO_WRITER_MS: String(writerMs),
    DEMO_PAINTER_MS: String(painterMs),
  };
  // This process mints tokens and reads rows as the app does.
  Object.assign(process.env, env);
  await ensureBuild(env);
  const fail = (message: string) => {
    throw new Error(message);
  };
  const supervised = { started: () => {}, failed: fail };
  const engine = await startEngine({
    databaseUrl: database.url,
    secrets: {
      nextAuthSecret: secret,
      engineEventKey: randomBytes(16).toString("hex"),
      engineSigningKey: `signkey-prod-${randomBytes(32).toString("hex")}`,
    },
    appPort: port,
    ...supervised,
  });
  stops.push(engine.service.stop);
  const app = startApp({
    mode: "production",
    port,
    env: { ...env, ...engine.appEnv },
    ...supervised,
  });
  stops.push(app.stop);
  await Promise.all([engine.ready(), waitUntilReady(port)]);
  const { db } = await import("../../lib/platform/db.ts");
  stops.push(() => db.$disconnect());
  const synced = () => db.$queryRaw<{ ok: boolean }[]>`
    SELECT EXISTS (SELECT FROM inngest_engine.function_trigger) AS ok`;
  while (!(await synced())[0]?.ok) await new Promise((resolve) => setTimeout(resolve, 100));
  return `http://127.0.0.1:${port}`;
}

/** One scene of a new author, watched as the workspace watches it. */
async function measure(base: string, run: number): Promise<Run> {
  const { db } = await import("../../lib/platform/db.ts");
  const { mintToken } = await import("../../lib/platform/auth/token.ts");
  const name = `bench-${run}-${Date.now()}`;
  const user = await db.user.create({ data: { username: name, email: `${name}@bench.invalid` } });
  const story = await db.story.create({
    data: { authorId: user.id, title: "Bench", description: "A story that is measured." },
  });
  const headers = { authorization: `Bearer ${await mintToken(user)}` };
  const closed = new AbortController();
  const live = await fetch(`${base}/api/stories/${story.id}/live`, {
    headers,
    signal: closed.signal,
  });
  const began = Date.now();
  const answer = await fetch(`${base}/api/ai/generate-scene`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({
      storyId: story.id,
      prompt: prompts[run % prompts.length],
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
  const stored = Math.min(...jobs.map(({ finishedAt }) => finishedAt?.getTime() ?? ended));
  return {
    wall: ended - began,
    firstVisible: firstSeen - stored,
    slowestStart: Math.max(
      ...jobs.map(
        ({ startedAt, createdAt }) => (startedAt?.getTime() ?? ended) - createdAt.getTime(),
      ),
    ),
    attempts: jobs.reduce((sum, { attempts }) => sum + attempts, 0),
  };
}

function report(measured: Run[]): boolean {
  const wall = median(measured.map((run) => run.wall));
  const visible = Math.max(...measured.map((run) => run.firstVisible));
  const start = median(measured.map((run) => run.slowestStart));
  const calls = Math.max(...measured.map((run) => run.attempts / panels));
  const rows: [string, string, boolean][] = [
    [
      `scene of ${panels} panels, median of ${measured.length}`,
      `${wall.toFixed(0)} ms; critical path ${criticalPath} ms, ratio ${(wall / criticalPath).toFixed(3)}, bar ${bar.toFixed(0)} ms`,
      wall <= bar,
    ],
    [
      "first panel stored until visible, slowest run",
      `${visible.toFixed(0)} ms; bar ${visibleBar} ms`,
      visible <= visibleBar,
    ],
    ["a panel's words stored until its picture begins, median of the slowest", `${start} ms`, true],
    ["calls of the painter for a picture", `${calls.toFixed(2)}; bar 2`, calls <= 2],
  ];
  for (const [what, value, ok] of rows) console.log(`${ok ? "ok  " : "MISS"} ${what}: ${value}`);
  return rows.every(([, , ok]) => ok);
}
