/**
 * `npm run faults -- outages`: what pages and calls answer while the network before the database
 * fails in all ways, through a proxy of our own. 503 with Retry-After within six seconds, or 200
 * from the cache; five seconds after it ends all is as before. Exits with 1 where it is not so.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { prepare, type Row, report, startInstance } from "../bench/support/site.ts";
import { seed } from "../bench/support/stories.ts";
import { type Fault, startFaultProxy } from "../support/fault-proxy.ts";

/**
 * Milliseconds, of reliability.md R13. A network that swallows everything shows only at the end of our
 * patience, and a page asks twice: for itself, and for the page that says that it failed.
 */
const answerBar = (fault: Fault) => (fault.kind === "black-hole" ? 12_000 : 6_000);
const recoveryBar = 5_000;

const faults: Fault[] = [
  { kind: "reset" },
  { kind: "half-close" },
  { kind: "black-hole" },
  { kind: "latency", ms: 100 },
];

interface Answer {
  path: string;
  status: number;
  ms: number;
  retryAfter: string | null;
}

export const main = () =>
  report(async (folder, cleanups) => {
    const env = await prepare(folder, cleanups);
    const { ids, token } = await seed(cleanups, 20, 1);
    const { hostname, port, href } = new URL(env.DATABASE_URL ?? "");
    const proxy = await startFaultProxy({ host: hostname, port: Number(port) });
    cleanups.push(proxy.stop);
    const through = href.replace(`:${port}/`, `:${proxy.port}/`);
    const app = await startInstance({ ...env, DATABASE_URL: through }, cleanups);
    let number = 0;
    const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
      const began = performance.now();
      const signal = AbortSignal.timeout(20_000);
      try {
        const reply = await fetch(app.base + path, { redirect: "manual", signal, ...init });
        await reply.text();
        const ms = performance.now() - began;
        return { path, status: reply.status, ms, retryAfter: reply.headers.get("retry-after") };
      } catch {
        return { path, status: 599, ms: performance.now() - began, retryAfter: null };
      }
    };
    const signedIn = { headers: { authorization: `Bearer ${token}`, cookie: `token=${token}` } };
    /** Pages that are not cached yet, pages for one person, calls that read and write. */
    const round = () => {
      number += 1;
      const id = ids[number % ids.length];
      return Promise.all([
        ask(`/story/${ids[number]}/read`),
        ask(`/search?q=tide${number}`),
        ask("/dashboard", signedIn),
        ask(`/story/${ids[0]}`, signedIn),
        ask("/sitemap.xml"),
        ask("/api/stories"),
        ask(`/api/stories/${id}`),
        ask("/api/auth/me", signedIn),
        ask(`/api/likes/stories/${id}`, { method: "POST", ...signedIn }),
      ]);
    };
    const rows: Row[] = [];
    for (const fault of faults) {
      const bar = answerBar(fault);
      await round();
      proxy.become(fault);
      const answers = await round();
      await sleep(500);
      answers.push(...(await round()));
      proxy.become({ kind: "none" });
      const ended = performance.now();
      let healed = Number.NaN;
      while (performance.now() < ended + 15_000) {
        const now = await ask("/api/stories");
        const page = await ask("/dashboard", signedIn);
        if (now.status === 200 && page.status === 200) {
          healed = performance.now() - ended;
          break;
        }
        await sleep(100);
      }
      const bad = answers.filter(
        ({ status, ms, retryAfter }) => ms > bar || (status === 503 ? !retryAfter : status >= 400),
      );
      const slowest = Math.max(...answers.map(({ ms }) => ms));
      const statuses = Object.entries(Object.groupBy(answers, ({ status }) => status))
        .map(([status, of]) => `${of?.length} × ${status}`)
        .join(", ");
      rows.push([
        `R13 ${fault.kind}`,
        `${statuses}; slowest ${(slowest / 1000).toFixed(1)} s of ${bar / 1000}; healed after ${(healed / 1000).toFixed(1)} s of ${recoveryBar / 1000}${bad.map(({ path, status, ms }) => `; ${path} ${status} after ${ms.toFixed(0)} ms`).join("")}`,
        bad.length === 0 && healed <= recoveryBar,
      ]);
    }
    return rows;
  });
