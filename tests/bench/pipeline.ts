/**
 * `npm run bench -- pipeline [<runs>]`: how long a scene of six panels takes through the embedded
 * engine and the built app, beside the longest chain of provider calls in it. The demo writer takes
 * two seconds, the demo painter four. Exits with 1 below the bar.
 */
import { makeScene, newAuthor, openPipeline } from "./support/pipeline.ts";
import { median, type Row, report } from "./support/site.ts";

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

export const main = () =>
  report(async (folder, cleanups) => {
    const runs = Number(process.argv.slice(2).find((word) => /^\d+$/.test(word)) ?? 10);
    const base = await openPipeline(folder, cleanups, {
      DEMO_WRITER_MS: String(writerMs),
      DEMO_PAINTER_MS: String(painterMs),
    });
    const measured: Run[] = [];
    await measure(base, 0);
    for (let run = 1; run <= runs; run += 1) {
      const one = await measure(base, run);
      measured.push(one);
      console.log(
        `run ${run}: ${one.wall.toFixed(0)} ms, first panel visible after ${one.firstVisible.toFixed(0)} ms, slowest start of a picture ${one.slowestStart} ms`,
      );
    }
    return rowsOf(measured);
  });

/** One scene of a new author. */
async function measure(base: string, run: number): Promise<Run> {
  const prompt = prompts[run % prompts.length] ?? "";
  const author = await newAuthor();
  const { began, ended, firstSeen, jobs } = await makeScene(base, author, prompt, panels);
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

function rowsOf(measured: Run[]): Row[] {
  const wall = median(measured.map((run) => run.wall));
  const visible = Math.max(...measured.map((run) => run.firstVisible));
  const start = median(measured.map((run) => run.slowestStart));
  const calls = Math.max(...measured.map((run) => run.attempts / panels));
  return [
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
}
