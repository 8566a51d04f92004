import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Cleanups,
  type Instance,
  type Row,
  residentMegabytes,
} from "../../bench/support/site.ts";
import type { ProbeReport } from "../latency-probe.ts";
import { archiveKinds, type Base } from "./archives.ts";
import type { Random } from "./values.ts";

interface Target {
  app: Instance;
  /** Of many people: each may import twenty archives in an hour. */
  tokens: readonly string[];
  base: Base;
  random: Random;
}

/** Milliseconds of one answer. */
const longestAnswer = 20_000;
/** Milliseconds that others may wait longer, and megabytes that the server may grow: some 100, and noise. */
const bars = { longer: 200, megabytes: 150 };
/** Milliseconds without a wrong archive, for comparison. */
const quiet = 10_000;
/** Pages without a wrong archive, as many as others get meanwhile: their own garbage is not the archives'. */
const pages = 4_000;

const share = (waits: readonly number[], part: number): number =>
  waits.toSorted((a, b) => a - b)[Math.min(waits.length - 1, Math.floor(waits.length * part))] ?? 0;

/** Sends archives, most of them wrong in one place, while others ask for pages. */
export async function fuzzImports(
  { app, tokens, base, random }: Target,
  cleanups: Cleanups,
  count: number,
) {
  const kinds = Object.entries(archiveKinds);
  // Before anything is measured: to write them takes time of the processor.
  const archives: { kind: string; bytes: Buffer }[] = [];
  for (let at = 0; at < count; at += 1) {
    const [kind, write] = kinds[at % kinds.length] as (typeof kinds)[number];
    archives.push({ kind, bytes: write(base, random) });
    // Connections that are kept are looked after meanwhile.
    await sleep(1);
  }
  const statuses = new Map<number, number>();
  const findings: string[] = [];
  const slowest = { ms: 0, kind: "" };
  let sent = 0;
  const atWork = new Set<string>();
  const send = async ({ kind, bytes }: (typeof archives)[number]) => {
    const token = tokens[sent % tokens.length];
    sent += 1;
    atWork.add(kind);
    const begun = performance.now();
    let status = 0;
    let words = "";
    try {
      const answer = await fetch(`${app.base}/api/stories/import`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/zip" },
        body: new Uint8Array(bytes),
        signal: AbortSignal.timeout(longestAnswer),
      });
      status = answer.status;
      words = (await answer.text()).slice(0, 200);
    } catch (error) {
      words = String(error);
    }
    const ms = performance.now() - begun;
    atWork.delete(kind);
    if (ms > slowest.ms) Object.assign(slowest, { ms, kind });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const isRight = kind === "nothing wrong" ? status === 201 : [201, 400, 413].includes(status);
    if (!isRight) findings.push(`${kind}: ${status} ${words}`);
    return status;
  };
  const bystander = fork(path.join(import.meta.dirname, "..", "latency-probe.ts"), {
    execArgv: ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"],
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  cleanups.push(() => bystander.kill());
  let megabytes = 0;
  let largest = "";
  const timer = setInterval(() => {
    const now = residentMegabytes(app.pid);
    if (now <= megabytes) return;
    megabytes = now;
    largest = [...atWork].join(", ");
  }, 50);
  cleanups.push(() => clearInterval(timer));
  const seen = async (): Promise<ProbeReport & { megabytes: number }> => {
    bystander.send("count");
    const [sight] = (await once(bystander, "message")) as [ProbeReport];
    const most = megabytes;
    megabytes = 0;
    return { ...sight, megabytes: most };
  };
  // The first file of each type loads modules, which is not its own cost.
  const whole = archives.filter(({ kind }) => kind === "nothing wrong").slice(0, 2);
  for (const archive of whole) await send(archive);
  await seen();
  const read = async (count: number) => {
    for (let at = 0; at < count; at += 1) await (await fetch(app.base)).arrayBuffer();
  };
  await Promise.all(Array.from({ length: 4 }, () => read(pages / 4)));
  const megabytesOfPages = megabytes;
  bystander.send({ base: app.base });
  await sleep(1_000);
  await seen();
  await sleep(quiet);
  const before = await seen();
  const begun = performance.now();
  for (const archive of archives) await send(archive);
  const seconds = (performance.now() - begun) / 1_000;
  const during = await seen();
  for (const [problem, of = []] of Object.entries(Object.groupBy(findings, (one) => one))) {
    console.log(`${of.length} × ${problem}`);
  }
  const answers = [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, of]) => `${of} × ${status}`);
  const [most, mostBefore] = [share(during.waits, 1), share(before.waits, 1)];
  const megabytesBefore = Math.max(megabytesOfPages, before.megabytes);
  const growth = during.megabytes - megabytesBefore;
  const rows: Row[] = [
    [
      "archives of stories",
      `${sent} of ${kinds.length} kinds in ${seconds.toFixed(0)} s: ${answers.join(", ")}; slowest ${(slowest.ms / 1_000).toFixed(1)} s (${slowest.kind}); ${findings.length} wrong answers; bar 0`,
      findings.length === 0,
    ],
    [
      "others meanwhile",
      `${during.waits.length} answers, ${during.failures.length} not 200 ${[...new Set(during.failures)].slice(0, 3).join(", ")}; bar 0`,
      during.failures.length === 0,
    ],
    [
      "what others wait at most",
      `${most.toFixed(0)} ms, p99 ${share(during.waits, 0.99).toFixed(0)} ms, without archives ${mostBefore.toFixed(0)} and ${share(before.waits, 0.99).toFixed(0)} ms; bar + ${bars.longer} ms`,
      most - mostBefore <= bars.longer,
    ],
    [
      "memory of the server",
      `${megabytesBefore.toFixed(0)} MB with pages alone, then ${during.megabytes.toFixed(0)} MB at most (${largest}); bar + ${bars.megabytes} MB`,
      growth <= bars.megabytes,
    ],
  ];
  return rows;
}
