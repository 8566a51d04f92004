import { Agent, request } from "node:http";
import sharp from "sharp";
import { median, type Row } from "./support/site.ts";

/** p99 of reading pages while pictures are encoded, over that of a server that rests. */
const ratioBar = 2;
/** Pages asked for in a second, whether or not those before were answered. */
const rate = 100;
/** Pages of a sample at least: the 99th part of fewer is one or two pages. */
const sample = 500;
/** Panels of a scene. */
const pictures = 6;

const p99 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;

/**
 * Reads a cached page at a steady pace, first with nothing beside it, then while six pictures are
 * uploaded and encoded at once, over and over; the rounds alternate, and the median of their
 * ratios counts.
 */
export async function measureEncoding(
  page: string,
  prepareUpload: (file: Buffer) => Promise<() => Promise<void>>,
  rounds: number,
): Promise<Row> {
  const uploads = await Promise.all(
    Array.from({ length: pictures }, async () => prepareUpload(await picture())),
  );
  const agent = new Agent({ keepAlive: true });
  await read(page, agent, () => false);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const idle = await read(page, agent, () => false);
    let sets = 0;
    let ends = false;
    const sending = (async () => {
      while (!ends) {
        await Promise.all(uploads.map((upload) => upload()));
        sets += 1;
      }
    })();
    // Ends with a whole set: pages are only counted while pictures are made.
    let goesOn = true;
    void sending.then(
      () => (goesOn = false),
      () => (goesOn = false),
    );
    const busy = await read(page, agent, (count) => {
      if (count >= sample) ends = true;
      return goesOn;
    });
    await sending;
    ratios.push(p99(busy) / p99(idle));
    console.log(
      `run ${round + 1}: p99 of a page ${p99(idle).toFixed(1)} ms, while ${sets} times ${pictures} pictures are encoded ${p99(busy).toFixed(1)} ms (median ${median(idle).toFixed(1)} and ${median(busy).toFixed(1)} ms, ${busy.length} pages)`,
    );
  }
  agent.destroy();
  const ratio = median(ratios);
  return [
    `p99 of reading pages while ${pictures} pictures are encoded, median of ${rounds}`,
    `${ratio.toFixed(2)} times that of a server at rest; bar ${ratioBar}`,
    ratio <= ratioBar,
  ];
}

/** As large as painters deliver them, with nothing to save on. */
const picture = () =>
  sharp({
    create: {
      width: 1536,
      height: 2048,
      channels: 3,
      background: "#fff",
      noise: { type: "gaussian", mean: 128, sigma: 30 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer();

/** Milliseconds of each page, counted from when it was due; goes on beyond the sample while asked. */
async function read(page: string, agent: Agent, goesOn: (count: number) => boolean) {
  const times: number[] = [];
  const began = performance.now();
  const under: Promise<void>[] = [];
  for (let count = 0; count < sample || goesOn(count); count += 1) {
    const due = began + (count * 1000) / rate;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    goesOn(count);
    // A timer of ours that is late is none of the server's time.
    const asked = performance.now();
    under.push(one(page, agent).then(() => void times.push(performance.now() - asked)));
  }
  await Promise.all(under);
  return times;
}

const one = (page: string, agent: Agent) =>
  new Promise<void>((resolve, reject) => {
    request(page, { agent }, (response) => {
      if (response.statusCode !== 200) {
        reject(new Error(`A page was answered ${response.statusCode}.`));
      }
      response.resume().on("end", resolve);
    })
      .on("error", reject)
      .end();
  });
