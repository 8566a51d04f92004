/**
 * `npm run bench -- queue [<scenes> <authors> --slots=8 --scale=20 --panels=2]`: many authors ask
 * for scenes at once, then one for 120 more, and new authors arrive while those wait. Database,
 * embedded engine and the built app run as in production; the writer and the painter speak OpenAI's
 * protocol over loopback and take 8 s for a text and 12 s for a picture, scaled 1:20 unless said
 * otherwise. Ten thousand scenes of 500 authors are `10000 500`. Exits with 1 below a bar.
 */
import { setTimeout as sleep } from "node:timers/promises";
import {
  askForScene,
  Ledger,
  openProviders,
  requestManyScenes,
  type Times,
} from "./support/crowd.ts";
import { newAuthor, openPipeline, type ProcessName } from "./support/pipeline.ts";
import { type Cleanups, type Row, report, residentMegabytes } from "./support/site.ts";

const numbers = process.argv.slice(2).filter((word) => /^\d+$/.test(word));
const option = (name: string, otherwise: number) =>
  Number(process.argv.flatMap((word) => word.split(`--${name}=`)[1] ?? [])[0] ?? otherwise);
const scenes = Number(numbers[0] ?? 200);
const authors = Number(numbers[1] ?? 20);
const slots = option("slots", 8);
const scale = option("scale", 20);
/** The backlog of one author beside all others. */
const hoard = 120;
const lateAuthors = 5;
const times: Times = {
  textMs: 8_000 / scale,
  pictureMs: 12_000 / scale,
  moderationMs: 200 / scale,
  panels: option("panels", 2),
};
/** Requests that are sent at once. */
const senders = 12;
const bars = { throughput: 0.9, newcomerMs: 5_000 };

type Author = Awaited<ReturnType<typeof newAuthor>>;

async function measure(folder: string, cleanups: Cleanups): Promise<Row[]> {
  const ledger = new Ledger();
  const server = await openProviders(times, ledger, cleanups);
  const pids = new Map<ProcessName, number>();
  const base = await openPipeline(
    folder,
    cleanups,
    {
      OPENAI_BASE_URL: server.url,
      OPENAI_MODEL: "bench",
      OPENAI_IMAGE_MODEL: "gpt-image-1",
      SCENES_PER_HOUR: "10000",
      WRITER_CALLS_AT_ONCE: String(slots),
      PAINTER_CALLS_AT_ONCE: String(slots),
      // The slots are the limit here.
      WRITER_CALLS_PER_MINUTE: "100000",
      PAINTER_CALLS_PER_MINUTE: "100000",
    },
    (name, pid) => pids.set(name, pid),
  );
  const memory = watchMemory(pids, cleanups);
  const asked = new Map<string, string>();
  const ask = async (author: Author, key: string) => {
    const jobId = await askForScene(base, author, key, times.panels);
    asked.set(jobId, key);
    return jobId;
  };

  const greedy = await newAuthor();
  const others = await Promise.all(Array.from({ length: authors }, newAuthor));
  await ask(greedy, "warm-up");
  await ended(() => asked.size, 60_000);
  const beganAt = performance.now();
  // An author's requests come one after the other, those of different authors together.
  const asksFor = (author: Author, name: string, count: number) => async () => {
    for (let number = 0; number < count; number += 1) await ask(author, `${name}-${number}`);
  };
  const share = Math.floor(scenes / authors);
  await allOf(
    [
      ...others.map((author, index) =>
        asksFor(author, `author${index}`, share + (index < scenes % authors ? 1 : 0)),
      ),
    ],
    senders,
  );
  console.log(
    `${scenes} scenes of ${authors} authors asked for in ${seconds(performance.now() - beganAt)}`,
  );

  for (const [jobId, key] of await requestManyScenes(greedy, hoard, times.panels))
    asked.set(jobId, key);
  const guests: { jobId: string; waiting: number }[] = [];
  for (let guest = 0; guest < lateAuthors; guest += 1) {
    const waiting = await waitingOf(greedy.userId);
    guests.push({ jobId: await ask(await newAuthor(), `guest-${guest}`), waiting });
    await sleep(1_000);
  }
  const pictures = asked.size * times.panels;
  const expected = (pictures * times.pictureMs) / slots;
  await ended(() => asked.size, 4 * expected + 120_000);
  for (const violation of new Set(server.violations)) console.error(violation);
  return [
    throughput(ledger, pictures),
    ...(await waits(asked, guests)),
    ...(await lostAndDoubled(asked, ledger)),
    [
      "calls at once",
      `writer ${ledger.atOnce.writer}, painter ${ledger.atOnce.painter}; bar ${slots}`,
      Math.max(ledger.atOnce.writer, ledger.atOnce.painter) <= slots,
    ],
    ["memory", memory(), true],
    [
      "requests that break the published schema",
      String(server.violations.length),
      server.violations.length === 0,
    ],
  ];
}

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;

/** Does all of it in order, `most` at once. */
async function allOf(work: (() => Promise<unknown>)[], most: number): Promise<void> {
  const left = work.values();
  const one = async () => {
    for (const next of left) await next();
  };
  await Promise.all(Array.from({ length: most }, one));
}

const database = async () => (await import("../../lib/platform/db.ts")).db;

/** Waits until so many scenes have ended, and says how far they are. */
async function ended(wanted: () => number, patience: number): Promise<void> {
  const db = await database();
  const giveUp = performance.now() + patience;
  for (let told = performance.now(); ; ) {
    const done = await db.scene.count({ where: { status: { not: "generating" } } });
    if (done >= wanted()) return;
    if (performance.now() > giveUp) return console.error(`${wanted() - done} scenes did not end`);
    if (performance.now() - told > 15_000) {
      told = performance.now();
      console.log(`  ${done} of ${wanted()} scenes have ended`);
    }
    await sleep(250);
  }
}

const waitingOf = async (ownerId: string) =>
  (await database()).job.count({ where: { ownerId, kind: "scene", status: "queued" } });

/** The largest resident memory of each process, looked at every half second. */
function watchMemory(pids: Map<ProcessName, number>, cleanups: Cleanups): () => string {
  const most = new Map<ProcessName, number>();
  const timer = setInterval(() => {
    for (const [name, pid] of pids) {
      most.set(name, Math.max(most.get(name) ?? 0, residentMegabytes(pid)));
    }
  }, 500);
  cleanups.push(() => clearInterval(timer));
  return () =>
    `app ${most.get("app")?.toFixed(0)} MB, engine ${most.get("engine")?.toFixed(0)} MB at most`;
}

function throughput(ledger: Ledger, pictures: number): Row {
  const took = ledger.lastPicture - ledger.firstPicture;
  const rate = (pictures * 1_000) / took;
  const limit = (slots * 1_000) / times.pictureMs;
  return [
    `pictures a second, ${slots} at once of ${times.pictureMs} ms`,
    `${rate.toFixed(2)}; the painter's own limit ${limit.toFixed(2)}, ratio ${(rate / limit).toFixed(3)}, bar ${bars.throughput}`,
    rate >= bars.throughput * limit,
  ];
}

interface Wait {
  jobId: string;
  ownerId: string;
  /** Milliseconds from being asked for to the writer, and to the painter of its first panel. */
  written: number;
  painted: number;
}

async function waits(
  asked: Map<string, string>,
  guests: { jobId: string; waiting: number }[],
): Promise<Row[]> {
  const db = await database();
  const rows = await db.$queryRaw<Wait[]>`
    SELECT s.id AS "jobId", s.owner_id AS "ownerId",
      (extract(epoch FROM s.started_at - s.created_at) * 1000)::float8 AS written,
      (extract(epoch FROM min(p.started_at) - s.created_at) * 1000)::float8 AS painted
    FROM job s JOIN job p ON p.scene_id = s.scene_id AND p.kind = 'panel_image'
    WHERE s.kind = 'scene' GROUP BY s.id`;
  const known = rows.filter(({ jobId }) => asked.has(jobId) && asked.get(jobId) !== "warm-up");
  const first = (words: (row: Wait) => number) => {
    const byAuthor = Map.groupBy(known, ({ ownerId }) => ownerId);
    return [...byAuthor.values()].map((own) => Math.min(...own.map(words)));
  };
  const ofGuests = known.filter(({ jobId }) => guests.some((guest) => guest.jobId === jobId));
  const slowest = Math.max(...ofGuests.map(({ written }) => written));
  const waiting = Math.min(...guests.map((guest) => guest.waiting));
  return [
    ["wait until the writer begins, all scenes", spread(known.map((row) => row.written)), true],
    [
      "wait until the first picture begins, all scenes",
      spread(known.map((row) => row.painted)),
      true,
    ],
    ["wait of each author's first scene for the writer", spread(first((row) => row.written)), true],
    [
      "wait of each author's first scene for its first picture",
      spread(first((row) => row.painted)),
      true,
    ],
    [
      `a new author's scene begins while another has at least ${waiting} waiting, slowest of ${ofGuests.length}`,
      `${seconds(slowest)}, its first picture ${seconds(Math.max(...ofGuests.map(({ painted }) => painted)))}; bar ${seconds(bars.newcomerMs)}`,
      ofGuests.length === lateAuthors && slowest <= bars.newcomerMs,
    ],
  ];
}

function spread(values: number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.ceil(part * sorted.length) - 1] ?? Number.NaN;
  return `p50 ${seconds(at(0.5))}, p95 ${seconds(at(0.95))}, most ${seconds(at(1))}`;
}

async function lostAndDoubled(asked: Map<string, string>, ledger: Ledger): Promise<Row[]> {
  const db = await database();
  const whole = await db.job.findMany({
    where: {
      id: { in: [...asked.keys()] },
      status: "completed",
      scene: { status: "completed", panels: { every: { imageMediaId: { not: null } } } },
    },
    select: { id: true, scene: { select: { _count: { select: { panels: true } } } } },
  });
  const lost =
    asked.size - whole.filter(({ scene }) => scene?._count.panels === times.panels).length;
  const twice = (counts: Map<string, number>) => [...counts.values()].filter((n) => n > 1).length;
  const extra = (await db.scene.count()) - asked.size;
  const doubled = twice(ledger.written) + twice(ledger.painted) + extra;
  return [
    ["scenes lost", `${lost} of ${asked.size}; bar 0`, lost === 0],
    ["scenes, texts and pictures made twice", `${doubled}; bar 0`, doubled === 0],
  ];
}

export const main = () => report(measure);
