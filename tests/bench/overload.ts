/**
 * `npm run bench -- overload [seconds]`: requests come at twice the rate that the site can answer,
 * for two minutes, whether it keeps up or not. It may answer 200, 429 and 503 alone; what it takes
 * is answered about as soon as without load; ten seconds later all is as before. Exits with 1 below
 * the bar.
 */
import { Agent, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Cleanups,
  pin,
  prepare,
  type Row,
  report,
  type Settings,
  startInstance,
} from "./support/site.ts";
import { read, seed } from "./support/stories.ts";

const [seconds = 120] = process.argv.slice(2).map(Number).filter(Boolean);
const stories = 60;
const writers = 400;
/** Bars of reliability.md: times the unloaded, and milliseconds until it answers as before. */
const slowerBar = 2;
const recoveryBar = 10_000;
const times = 2;

interface Answer {
  status: number;
  ms: number;
  kind: string;
}

interface Call {
  kind: string;
  path: string;
  method?: string;
  token?: string;
  body?: string;
}

const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

export const main = () =>
  report(async (folder, cleanups) => {
    const env = await prepare(folder, cleanups);
    const { ids, likerTokens } = await seed(cleanups, stories, writers);
    return overload(env, cleanups, ids, likerTokens);
  });

async function overload(env: Settings, cleanups: Cleanups, ids: string[], tokens: string[]) {
  const app = await startInstance({ ...env, TRUSTED_PROXY_HOPS: "1" }, cleanups, { core: 1 });
  const agent = new Agent({ keepAlive: true, maxSockets: 4_000 });
  let number = 0;
  const nextCall = (): Call => {
    number += 1;
    const id = ids[(number * 7) % ids.length] ?? "";
    const page = { kind: "page", path: `/story/${id}/read` };
    const like = {
      kind: "like",
      method: "POST",
      path: `/api/likes/stories/${id}`,
      token: tokens[number % tokens.length] ?? "",
      body: "{}",
    };
    // Of ten: five pages, two lists, a search, two writes.
    const mix: Call[] = [
      page,
      { kind: "list", path: `/api/stories?tag=sea&sort=new` },
      page,
      like,
      page,
      { kind: "search", path: `/api/stories?q=tide+${number % 97}` },
      page,
      { kind: "list", path: `/api/stories?sort=popular` },
      like,
      page,
    ];
    return mix[number % mix.length] ?? page;
  };
  const ask = () =>
    new Promise<Answer>((resolve) => {
      const { kind, path, method = "GET", token, body } = nextCall();
      const began = performance.now();
      const end = (status: number) => resolve({ status, ms: performance.now() - began, kind });
      request(
        `${app.base}${path}`,
        {
          agent,
          method,
          headers: {
            "x-forwarded-for": `10.${number % 7}.${number % 251}.${number % 241}`,
            ...(token && { authorization: `Bearer ${token}` }),
            ...(body && { "content-type": "application/json", "content-length": body.length }),
          },
        },
        (reply) => reply.resume().on("end", () => end(reply.statusCode ?? 0)),
      )
        .on("error", () => end(0))
        .end(body);
    });

  /** Keeps so many requests under way for some seconds. */
  const keep = async (atOnce: number, forSeconds: number) => {
    const answers: Answer[] = [];
    const end = Date.now() + forSeconds * 1000;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (Date.now() < end) answers.push(await ask());
      }),
    );
    return answers;
  };

  pin(process.pid, 0);
  for (const id of ids) await read(app, id);
  await keep(8, 5);
  const calm = await keep(1, 8);
  const full = await keep(16, 10);
  const most = full.filter(({ status }) => status === 200).length / 10;
  const rate = times * most;

  /** Sends so many a second, whatever becomes of them. */
  const send = async (perSecond: number, forSeconds: number) => {
    const answers: Answer[] = [];
    const began = Date.now();
    const pending = new Set<Promise<unknown>>();
    for (let sent = 0; Date.now() < began + forSeconds * 1000; await sleep(2)) {
      for (; sent < ((Date.now() - began) / 1000) * perSecond; sent += 1) {
        const one = ask().then((answer) => {
          answers.push(answer);
          pending.delete(one);
        });
        pending.add(one);
      }
    }
    return { answers, pending };
  };
  const half = await send(most / 2, 10);
  await Promise.all(half.pending);
  const { answers, pending } = await send(rate, seconds);
  const underWay = pending.size;
  const ended = Date.now();
  const calmP95 = percentile(
    calm.map(({ ms }) => ms),
    0.95,
  );
  let recovered = Number.NaN;
  while (Date.now() < ended + 30_000) {
    const batch = await keep(1, 1);
    const isCalm =
      batch.every(({ status }) => status === 200 || status === 429) &&
      percentile(
        batch.map(({ ms }) => ms),
        0.95,
      ) <=
        2 * calmP95;
    if (isCalm) {
      recovered = Date.now() - ended;
      break;
    }
  }
  await Promise.all(pending);
  await app.stop();
  return rows({ calm, half: half.answers, answers, most, rate, underWay, recovered });
}

interface Seen {
  calm: Answer[];
  half: Answer[];
  answers: Answer[];
  most: number;
  rate: number;
  underWay: number;
  recovered: number;
}

function rows({ calm, half, answers, most, rate, underWay, recovered }: Seen): Row[] {
  const statuses = Object.entries(Object.groupBy(answers, ({ status }) => status))
    .map(([status, of]) => `${of?.length} × ${status}`)
    .join(", ");
  const allowed = answers.every(({ status }) => [200, 429, 503].includes(status));
  const accepted = (of: Answer[]) => of.filter(({ status }) => status === 200);
  const p95 = (of: Answer[]) =>
    percentile(
      accepted(of).map(({ ms }) => ms),
      0.95,
    );
  const kinds = [...new Set(answers.map(({ kind }) => kind))].map((kind) => {
    const of = (list: Answer[]) => list.filter((one) => one.kind === kind);
    const share = (100 * accepted(of(answers)).length) / of(answers).length;
    return `${kind} ${p95(of(calm)).toFixed(0)} → ${p95(of(answers)).toFixed(0)} ms, ${share.toFixed(0)} % taken`;
  });
  const slower = p95(answers) / p95(half);
  const refused = answers.filter(({ status }) => status === 503).map(({ ms }) => ms);
  return [
    [
      `${rate.toFixed(0)} requests a second where ${most.toFixed(0)} can be answered, ${seconds} s`,
      `${statuses}; bar 200, 429 and 503 alone`,
      allowed,
    ],
    [
      "p95 of what was taken : at half of what it can answer (one by one)",
      `${p95(answers).toFixed(0)} ms : ${p95(half).toFixed(0)} ms (${p95(calm).toFixed(0)} ms) = ${slower.toFixed(2)} ×; bar ${slowerBar} ×`,
      slower <= slowerBar,
    ],
    ["by kind", kinds.join("; "), true],
    [
      "answered in all, refused after (p50, p99), under way at the end",
      `${(accepted(answers).length / seconds).toFixed(0)} a second, ${percentile(refused, 0.5).toFixed(0)} and ${percentile(refused, 0.99).toFixed(0)} ms, ${underWay}`,
      true,
    ],
    [
      "as without load again after",
      `${(recovered / 1000).toFixed(1)} s; bar ${recoveryBar / 1000} s`,
      recovered <= recoveryBar,
    ],
  ];
}
