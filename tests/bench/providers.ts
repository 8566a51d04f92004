/**
 * `npm run bench -- providers [<runs> --scale=1 --pictures=openai]`: how long a scene of six panels
 * takes through the embedded engine and the built app with a text model at OpenAI that streams for
 * 8 s and an image model at Replicate (or OpenAI) that takes 12 s for each picture, over the
 * servers that speak the vendors' protocols. Time is scaled 1:20 unless said otherwise; what is
 * ours is not. Exits with 1 below the bar.
 */
import sharp from "sharp";
import { pictureAnswer } from "../protocol/openai/pictures.ts";
import { moderationOf, startOpenAiServer } from "../protocol/openai/server.ts";
import { startReplicateServer, type TestPrediction } from "../protocol/replicate/server.ts";
import { makeScene, newAuthor, openPipeline } from "./support/pipeline.ts";
import { type Cleanups, median, type Row, report } from "./support/site.ts";

const panels = 6;
const atOpenAi = process.argv.includes("--pictures=openai");
const argument = (pattern: RegExp, otherwise: number) =>
  Number(process.argv.slice(2).flatMap((word) => pattern.exec(word)?.[1] ?? [])[0] ?? otherwise);
const runs = argument(/^(\d+)$/, 5);
const scale = argument(/^--scale=(\d+)$/, 20);
const textMs = 8_000 / scale;
const pictureMs = 12_000 / scale;
const moderationMs = 200 / scale;
/** All the text, then the last panel's picture. */
const criticalPath = textMs + pictureMs;

/** Everybody in it is known and has a portrait, as in any scene but a story's first. */
const script = JSON.stringify({
  title: "The door in the sea",
  description: "Mara and Old Tom find a door standing in the waves off the North Pier.",
  newCharacters: [],
  newLocations: [],
  panels: Array.from({ length: panels }, (_, index) => ({
    shot: index % 2 ? "medium" : "wide",
    characters: index % 2 ? ["Mara"] : ["Mara", "Old Tom"],
    location: "North Pier",
    imagePrompt: `Mara stands on the North Pier at dusk, moment ${index + 1}: fog rolls in between the lanterns while the tide climbs the wooden steps and gulls wheel above the nets.`,
    altText: `Mara stands on the pier in the fog, ${index + 1}.`,
    lines: [
      { speaker: "Mara", kind: "speech", text: `That door was not here before, ${index + 1}.` },
    ],
  })),
});

interface Run {
  wall: number;
  /** From the beginning of the text to the beginning of the first picture's creation. */
  firstPicture: number;
  /** From the beginning of the text to its end. */
  text: number;
  creations: number;
}

/** A model's picture, smaller by as much as its time is. */
async function modelPicture(): Promise<string> {
  const edge = scale === 1 ? [1024, 1536] : [256, 384];
  const [width = 0, height = 0] = edge;
  const noise = { type: "gaussian" as const, mean: 128, sigma: 30 };
  const image = sharp({ create: { width, height, channels: 3, background: "#888", noise } });
  return (await image.jpeg({ quality: 90 }).toBuffer()).toString("base64");
}

/** Replicate tells the app of everything that has ended, as soon as it has. */
async function openReplicate(picture: Buffer, created: number[], cleanups: Cleanups) {
  const webhookSecret = `whsec_${Buffer.from("a secret of the bench").toString("base64")}`;
  const server = await startReplicateServer({
    webhookSecret,
    takes: pictureMs,
    make: async () => ({ bytes: picture, extension: "jpg", mediaType: "image/jpeg" }),
    ending: () => {
      created.push(performance.now());
      return "succeeded";
    },
  });
  cleanups.push(server.close);
  const told = new Set<string>();
  const timer = setInterval(() => {
    for (const prediction of server.predictions) {
      if (!prediction.completed_at || !prediction.webhook || told.has(prediction.id)) continue;
      told.add(prediction.id);
      const { headers, body } = server.webhookOf(prediction);
      const { pathname } = new URL(prediction.webhook);
      const address = `http://127.0.0.1:${process.env.PORT}${pathname}`;
      fetch(address, { method: "POST", headers, body }).then(
        ({ status }) => status >= 300 && console.error(`the webhook was answered ${status}`),
        console.error,
      );
    }
  }, 2);
  cleanups.push(() => clearInterval(timer));
  const settings = {
    REPLICATE_API_TOKEN: "r8_test",
    REPLICATE_BASE_URL: server.url,
    REPLICATE_WEBHOOK_SECRET: webhookSecret,
    // Replicate calls back nothing else.
    APP_URL: "https://bench.invalid",
  };
  return { server, settings };
}

async function measure(folder: string, cleanups: Cleanups): Promise<Row[]> {
  const picture = await modelPicture();
  let textAt = 0;
  const paint = () => ({ json: pictureAnswer(picture), takes: pictureMs });
  const created: number[] = [];
  const replicate = atOpenAi
    ? null
    : await openReplicate(Buffer.from(picture, "base64"), created, cleanups);
  const server = await startOpenAiServer({
    models: ["bench"],
    answers: {
      chat: () => {
        textAt = performance.now();
        return { text: script, takes: textMs, chunks: 200 };
      },
      moderation: ({ input }) => ({ json: moderationOf(input, () => false), takes: moderationMs }),
      generation: () => {
        created.push(performance.now());
        return paint();
      },
      edit: () => {
        created.push(performance.now());
        return paint();
      },
    },
  });
  cleanups.push(server.close);
  const base = await openPipeline(folder, cleanups, {
    OPENAI_BASE_URL: server.url,
    OPENAI_MODEL: "bench",
    ...(replicate?.settings ?? { OPENAI_IMAGE_MODEL: "gpt-image-1" }),
  });
  const measured: Run[] = [];
  for (let run = 0; run <= runs; run += 1) {
    const author = await newAuthor();
    await peopleOf(author.storyId, Buffer.from(picture, "base64"));
    created.length = 0;
    const { began, ended, jobs } = await makeScene(base, author, "They find a door.", panels);
    const one: Run = {
      wall: ended - began,
      firstPicture: (created[0] ?? Number.NaN) - textAt,
      text: textMs,
      creations: created.length / panels,
    };
    console.log(
      `run ${run}${run === 0 ? " (warm-up)" : ""}: ${one.wall} ms, first picture begun after ${one.firstPicture.toFixed(0)} of ${textMs} ms of text`,
    );
    if (replicate) {
      const text = performance.timeOrigin + textAt;
      await explain({ began, text, ended, jobs }, replicate.server.predictions);
    }
    if (run > 0) measured.push(one);
  }
  const violations = [...server.violations, ...(replicate?.server.violations ?? [])];
  for (const violation of new Set(violations)) console.error(violation);
  return rowsOf(measured, violations.length);
}

type Scene = Pick<Awaited<ReturnType<typeof makeScene>>, "began" | "ended" | "jobs">;

/** Where the time of the panel that ended last went, beside what the providers took. */
async function explain(
  { began, text, ended, jobs }: Scene & { text: number },
  made: TestPrediction[],
): Promise<void> {
  const { db } = await import("../../lib/platform/db.ts");
  const at = (moment: Date | string | null | undefined) => new Date(moment ?? Number.NaN).getTime();
  const last = jobs.toSorted((a, b) => at(b.finishedAt) - at(a.finishedAt))[0];
  const order = await db.prediction.findFirst({ where: { jobId: last?.id ?? "" } });
  const picture = made.find(({ id }) => id === order?.externalId);
  const moments: [string, number][] = [
    ["asked", began],
    ["text begun", text],
    ["text ended", text + textMs],
    ["last panel", at(last?.createdAt)],
    ["noted", at(order?.createdAt)],
    ["ordered", at(picture?.created_at)],
    ["made", at(picture?.completed_at)],
    ["collected", at(order?.endedAt)],
    ["shown", at(last?.finishedAt)],
    ["seen", ended],
  ];
  const parts = moments.map(([name, moment], index) => {
    const before = moments[index - 1]?.[1] ?? moment;
    return `${name} +${Math.round(moment - before)}`;
  });
  console.log(`  ${parts.join(", ")}`);
}

/** The known characters, with their portraits. */
async function peopleOf(storyId: string, portrait: Uint8Array): Promise<void> {
  const { db } = await import("../../lib/platform/db.ts");
  const { storePicture } = await import("../../lib/media/service.ts");
  const { id: primaryMediaId } = await storePicture(portrait, { origin: "model" });
  const sheet = (name: string) => ({
    ...{ storyId, name, primaryMediaId },
    seed: name,
    description: `${name} has been here for a long time.`,
    imagePrompt: `${name}: weathered, in blue and grey.`,
  });
  await db.character.createMany({ data: [sheet("Mara"), sheet("Old Tom")] });
  await db.location.create({ data: sheet("North Pier") });
}

function rowsOf(measured: Run[], violations: number): Row[] {
  const wall = median(measured.map((run) => run.wall));
  const begun = Math.max(...measured.map((run) => run.firstPicture));
  const creations = Math.max(...measured.map((run) => run.creations));
  return [
    [
      `scene of ${panels} panels, pictures at ${atOpenAi ? "OpenAI" : "Replicate"}, time 1:${scale}, median of ${measured.length}`,
      `${wall.toFixed(0)} ms; critical path ${criticalPath} ms, ratio ${(wall / criticalPath).toFixed(3)}, bar 1.1`,
      wall <= 1.1 * criticalPath,
    ],
    [
      "first picture begun, slowest run",
      `${begun.toFixed(0)} ms after the text began, which takes ${textMs} ms`,
      begun < textMs,
    ],
    ["creations for a picture", `${creations.toFixed(2)}; bar 1`, creations === 1],
    ["requests that break the published schema", String(violations), violations === 0],
  ];
}

export const main = () => report(measure);
