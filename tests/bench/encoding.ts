import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import path from "node:path";
import { noisePicture } from "../support/noise-picture.ts";
import { type Cleanups, median, pin, type Row } from "./support/site.ts";
import type { UploadLoad } from "./upload-load.ts";

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

interface Uploads {
  /** Address of the app. */
  base: string;
  /** Tokens of those who send pictures. */
  senders: string[];
  /** Where files may lie meanwhile. */
  folder: string;
}

interface Site extends Uploads {
  /** Address of a cached page. */
  readPage: string;
  serverPid: number;
}

/**
 * Reads a cached page at a steady pace, first with nothing beside it, then while six pictures are
 * uploaded and encoded at once, over and over; the rounds alternate, and the median of their
 * ratios counts. Where there are two cores, app and load have one each.
 */
export async function measureEncoding(
  { readPage: page, serverPid, ...uploadsOf }: Site,
  rounds: number,
  cleanups: Cleanups,
): Promise<Row> {
  pin(serverPid, 0);
  // And with it what it starts from now on, the process that sends the pictures.
  pin(process.pid, 1);
  const uploads = await startUploads(uploadsOf, cleanups);
  const agent = new Agent({ keepAlive: true });
  await read(page, agent, () => false);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const idle = await read(page, agent, () => false);
    const sending = uploads.send();
    // Ends with a whole set: pages are only counted while pictures are made.
    let goesOn = true;
    void sending.finally(() => (goesOn = false)).catch(() => {});
    const busy = await read(page, agent, (count) => {
      if (count === sample) uploads.stop();
      return goesOn;
    });
    const sets = await sending;
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

/** The process that sends six pictures at once; their forms lie in files. */
async function startUploads({ base, senders, folder }: Uploads, cleanups: Cleanups) {
  const boundary = "panel-of-a-painter";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="panel.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  const bodies: string[] = [];
  for (let index = 0; index < pictures; index += 1) {
    const file = path.join(folder, `upload-${index}`);
    writeFileSync(
      file,
      Buffer.concat([Buffer.from(head), await picture(), Buffer.from(`\r\n--${boundary}--\r\n`)]),
    );
    bodies.push(file);
  }
  const child = fork(path.join(import.meta.dirname, "upload-load.ts"), {
    execArgv: ["--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"],
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  cleanups.push(async () => child.kill());
  const load: UploadLoad = {
    url: `${base}/api/upload/image`,
    tokens: senders,
    contentType: `multipart/form-data; boundary=${boundary}`,
    bodies,
  };
  child.send(load);
  return {
    send: async () => {
      child.send("send");
      const [sets] = await Promise.race([
        once(child, "message"),
        once(child, "exit").then(() => {
          throw new Error("The uploads broke off.");
        }),
      ]);
      return sets as number;
    },
    stop: () => child.send("stop"),
  };
}

/** As large as painters deliver them, with nothing to save on. */
const picture = () => noisePicture(1536, 2048, 30).jpeg({ quality: 90 }).toBuffer();

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
