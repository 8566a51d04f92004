/**
 * `npm run faults -- crash-recovery [kills --pictures=replicate]`: scenes are made while the app, the engine
 * and the database are killed with SIGKILL at random, by providers that speak OpenAI's and
 * Replicate's protocols and sometimes fail. Afterwards no scene is stuck, lost or doubled, each
 * call that a provider has taken is a row of the ledger, and no picture was paid for twice. Exits
 * with 1 where it is not so.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "../../prisma/postgres/is-alive.mjs";
import { newAuthor, openPipeline, type ProcessName } from "../bench/support/pipeline.ts";
import { type Cleanups, type Row, report } from "../bench/support/site.ts";
import type { Reply } from "../protocol/openai/replies.ts";
import { startOpenAiStudio } from "../protocol/openai/studio-server.ts";
import { startReplicateStudio } from "../protocol/replicate/studio-server.ts";

const kills = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 50);
const atReplicate = process.argv.includes("--pictures=replicate");
const panels = 2;
/** Milliseconds in which everything has ended after the last kill: most scenes are made then. */
const settling = 120_000 + kills * 5_000;
/** Milliseconds for which a client asks again: who comes first may have to wait for the last kill. */
const patience = settling + kills * 20_000;

const random = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)] as T;

/** How the vendor fails besides, in ways that say that nothing was made. */
const failures: Reply[] = [
  { status: 500, type: "server_error" },
  { status: 503, type: "server_error" },
  { status: 429, code: "rate_limit_exceeded", headers: { "retry-after": "1" } },
  { reset: "before" },
];

/** Does something again until it works: the app may be away for as long as its launcher waits. */
async function insist<T>(work: () => Promise<T>): Promise<T> {
  for (const began = performance.now(); ; await sleep(300)) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() - began > patience) throw error;
    }
  }
}

/** Asks for a scene as a browser does: with one key, again until there is an answer. */
async function askForScene(base: string, number: number): Promise<string> {
  const { storyId, headers } = await insist(newAuthor);
  const prompt = `Mara and Tom walk along the pier at night and count ${number} lamps.`;
  return insist(async () => {
    const reply = await fetch(`${base}/api/ai/generate-scene`, {
      method: "POST",
      headers: {
        ...headers,
        "content-type": "application/json",
        "idempotency-key": `drill-${storyId}`,
      },
      body: JSON.stringify({ storyId, prompt, maxPanels: panels }),
      signal: AbortSignal.timeout(10_000),
    });
    if (reply.status !== 202) throw new Error(`${reply.status}: ${await reply.text()}`);
    return (await reply.json()).data.scene._id as string;
  });
}

async function crashRecovery(folder: string, cleanups: Cleanups): Promise<Row[]> {
  const openai = await startOpenAiStudio({ writerMs: 400, painterMs: 300 });
  cleanups.push(openai.close);
  const replicate = atReplicate ? await startReplicateStudio({ takes: 400 }) : null;
  if (replicate) cleanups.push(replicate.close);
  const pids = new Map<ProcessName, number>();
  const base = await openPipeline(
    folder,
    cleanups,
    {
      LOG_LEVEL: "silent",
      OPENAI_BASE_URL: openai.url,
      OPENAI_MODEL: "studio",
      ...(replicate
        ? { REPLICATE_API_TOKEN: "r8_test", REPLICATE_BASE_URL: replicate.url }
        : { OPENAI_IMAGE_MODEL: "studio" }),
    },
    (name, pid) => pids.set(name, pid),
  );
  const scenes: string[] = [];
  const asked: Promise<unknown>[] = [];
  const killed: Record<ProcessName, number> = { app: 0, engine: 0, database: 0 };
  for (let done = 0; done < kills; ) {
    // One scene for each kill: no author asks for more during an outage.
    if (asked.length <= done) asked.push(askForScene(base, done).then((id) => scenes.push(id)));
    if (Math.random() < 0.3) openai.next(random(["chat", "generation"]), random(failures));
    await sleep(500 + Math.random() * 2_500);
    const name = random(["app", "app", "engine", "database"] as const);
    const pid = pids.get(name);
    pids.delete(name);
    // It may have ended by itself, where the database was killed before.
    if (pid === undefined || !isAlive(pid)) continue;
    process.kill(pid, "SIGKILL");
    killed[name] += 1;
    done += 1;
  }
  await Promise.all(asked);
  const ended = performance.now();
  await settled(ended);
  return findings(scenes, {
    killed,
    seconds: (performance.now() - ended) / 1_000,
    texts: openai.created("chat") + openai.created("moderation"),
    pictures: replicate
      ? replicate.predictions.length
      : openai.created("generation") + openai.created("edit"),
  });
}

/** Until the engine has nothing left to do; then what upkeep does by the clock is done at once. */
async function settled(since: number): Promise<void> {
  const { db } = await import("../../lib/platform/db.ts");
  const busy = () => db.$queryRaw<{ open: number }[]>`
    SELECT (SELECT count(*) FROM outbox_event WHERE sent_at IS NULL)::int
      + (SELECT count(*) FROM inngest_engine.run
          WHERE status NOT IN ('completed', 'failed', 'cancelled'))::int
      + (SELECT count(*) FROM job WHERE status IN ('queued', 'processing'))::int AS open`;
  while (performance.now() - since < settling) {
    const [row] = await insist(busy);
    if (row?.open === 0) break;
    await sleep(500);
  }
  const { cancelOrphanedPredictions } = await import(
    "../../lib/generation/picture/prediction-service.ts"
  );
  const { endStaleCalls } = await import("../../lib/spending/service.ts");
  await cancelOrphanedPredictions();
  const longAgo = new Date(Date.now() - 3_600_000);
  await db.providerCall.updateMany({ where: { outcome: "open" }, data: { createdAt: longAgo } });
  await endStaleCalls();
}

interface Made {
  killed: Record<ProcessName, number>;
  seconds: number;
  texts: number;
  pictures: number;
}

async function findings(ids: string[], made: Made): Promise<Row[]> {
  const { db } = await import("../../lib/platform/db.ts");
  const scenes = await db.scene.findMany({
    where: { id: { in: ids } },
    include: { panels: { include: { takes: true } }, jobs: true },
  });
  const count = (test: (scene: (typeof scenes)[number]) => boolean) => scenes.filter(test).length;
  const isEnded = ({ status }: { status: string }) => status === "completed" || status === "failed";
  const stuck = count((scene) => ![scene, ...scene.panels, ...scene.jobs].every(isEnded));
  const unsaid = count(({ status, errorMessage }) => status === "failed" && !errorMessage);
  const doubled = count(
    (scene) =>
      scene.panels.some(({ takes }) => takes.length > 1) ||
      scene.panels.length > panels ||
      scene.jobs.filter(({ kind }) => kind === "panel_image").length > panels,
  );
  const names = await db.character.groupBy({ by: ["storyId", "name"], _count: true });
  const twins = names.filter(({ _count }) => _count > 1).length;
  const rows = await db.providerCall.groupBy({
    by: ["kind", "outcome"],
    where: { provider: { not: "demo" } },
    _count: true,
  });
  const rowsOf = (kinds: string[], outcome?: string) =>
    rows
      .filter((row) => kinds.includes(row.kind) && (!outcome || row.outcome === outcome))
      .reduce((sum, { _count }) => sum + _count, 0);
  const ledger = (what: string, kinds: string[], calls: number): Row => {
    const recorded = rowsOf(kinds);
    const unknown = rowsOf(kinds, "unknown");
    return [
      `${what}: calls that a provider has taken : rows of the ledger`,
      `${calls} : ${recorded}, ${unknown} of them unknown; bar: no call without a row, no row more than unknown ones`,
      recorded >= calls && recorded - calls <= unknown,
    ];
  };
  const jobs = await db.job.count({ where: { kind: { not: "scene" } } });
  return [
    [
      `${kills} kills (${Object.entries(made.killed)
        .map(([name, times]) => `${name} ${times}`)
        .join(", ")})`,
      `${scenes.length} scenes: ${count(({ status }) => status === "completed")} completed, ${count(({ status }) => status === "failed")} failed with a sentence; at rest after ${made.seconds.toFixed(0)} s`,
      true,
    ],
    [
      "stuck, lost, failed without a word",
      `${stuck}, ${ids.length - scenes.length}, ${unsaid}; bar 0, 0, 0`,
      stuck + unsaid === 0 && scenes.length === ids.length,
    ],
    ["doubled: scenes, characters", `${doubled}, ${twins}; bar 0, 0`, doubled + twins === 0],
    ledger("texts", ["text", "moderation"], made.texts),
    ledger("pictures", ["image"], made.pictures),
    [
      "calls for pictures : pictures asked for",
      `${made.pictures} : ${jobs}; bar: at most one for each`,
      made.pictures <= jobs,
    ],
  ];
}

export const main = () => report(crashRecovery);
