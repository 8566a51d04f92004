import { NonRetriableError } from "inngest";
import sharp from "sharp";
import { overrideProviders } from "@/lib/ai";
import type { AnimatedVideo, AnimateRequest, Animator } from "@/lib/ai/animator";
import type { PaintedImage, Painter, PaintRequest } from "@/lib/ai/painter";
import type { Writer, WriterRequest } from "@/lib/ai/writer";
import { createDemoAnimator } from "@/lib/demo-studio/animator";
import { failJob, runStep } from "@/lib/generation/jobs/completion-service";
import { isAwaitingPortraits, paintPanel, showPanel } from "@/lib/generation/picture/panel-service";
import { paintPortrait, showPortrait } from "@/lib/generation/picture/portrait-service";
import { animateTake, paintTake, saveTake } from "@/lib/generation/picture/take-service";
import { writeScene } from "@/lib/generation/scene/write-scene-service";
import { db } from "@/lib/platform/db";
import { type Person, person } from "../http/harness";

export type Author = Person;

export const makeAuthor = (isAdministrator = false): Promise<Author> =>
  person("author", { isAdministrator });

export const makeStory = (author: Author, data: { defaultPanels?: number } = {}) =>
  db.story.create({
    data: {
      authorId: author.viewer.id,
      title: "Salt and Lanterns",
      description: "A harbour town that has forgotten its lighthouse.",
      defaultPanels: 2,
      ...data,
    },
  });

export async function authorWithStory() {
  const author = await makeAuthor();
  return { author, story: await makeStory(author) };
}

/** A call of a route handler, signed in as its author. */
export const call = (
  author: Author | null,
  method: string,
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  new Request("http://localhost:3000/api", {
    method,
    headers: {
      ...(author ? { authorization: `Bearer ${author.token}` } : {}),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });

export const context = (params: Record<string, string> = {}) => ({
  params: Promise.resolve(params),
});

/** A small real picture, different for each seed. */
export async function pictureOf(seed: string, width = 96, height = 128): Promise<Buffer> {
  const hash = [...seed].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 16_777_216, 7);
  const background = { r: hash >> 16, g: (hash >> 8) & 255, b: hash & 255 };
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** A painter that is quick and remembers what it was asked. */
export class TestPainter implements Painter {
  readonly name = "Test painter";
  readonly demo = true;
  readonly requests: PaintRequest[] = [];
  constructor(
    readonly answer: (request: PaintRequest) => Promise<Partial<PaintedImage>> = async () => ({}),
    private readonly most = 0,
  ) {}

  maxReferences(): number {
    return this.most;
  }

  async paint(request: PaintRequest): Promise<PaintedImage> {
    this.requests.push(request);
    return {
      bytes: await pictureOf(request.seed),
      mediaType: "image/jpeg",
      width: 96,
      height: 128,
      faces: [{ name: "Mara", box: { x: 0.4, y: 0.3, width: 0.2, height: 0.2 } }],
      ...(await this.answer(request)),
    };
  }

  get panels(): PaintRequest[] {
    return this.requests.filter(({ kind }) => kind === "panel");
  }
}

/** A writer that says exactly this, in small chunks; a further answer for each further call. */
export class TestWriter implements Writer {
  readonly name = "Test writer";
  readonly demo = true;
  readonly requests: WriterRequest[] = [];
  constructor(private readonly answers: (string | Error)[]) {}

  get prompts(): string[] {
    return this.requests.map(({ prompt }) => prompt);
  }

  async *write(request: WriterRequest): AsyncIterable<string> {
    const answer = this.answers[Math.min(this.requests.length, this.answers.length - 1)] ?? "";
    this.requests.push(request);
    if (answer instanceof Error) throw answer;
    for (let at = 0; at < answer.length; at += 97) yield answer.slice(at, at + 97);
  }
}

export const scriptOf = (panels: number, changes: Record<string, unknown> = {}) =>
  JSON.stringify({
    title: "The door in the sea",
    description: "Mara finds a door standing in the waves.",
    newCharacters: [sheet("Mara"), sheet("Old Tom")],
    newLocations: [sheet("North Pier")],
    panels: Array.from({ length: panels }, (_, index) => ({
      shot: "medium",
      characters: ["Mara"],
      location: "North Pier",
      imagePrompt: `Mara on the pier, moment ${index + 1}`,
      altText: `Mara stands on the pier, ${index + 1}.`,
      lines: [{ speaker: "Mara", kind: "speech", text: `Line ${index + 1}` }],
    })),
    ...changes,
  });

const sheet = (name: string) => ({
  name,
  title: "",
  description: `${name} has been here for a long time.`,
  imagePrompt: `${name}: weathered, in blue and grey.`,
});

// Test files of one worker share it, modules do not.
const holder = globalThis as { filmOfTests?: Promise<AnimatedVideo> };

/** A real video, made once: a second and a half of nothing much. */
export const videoOf = (): Promise<AnimatedVideo> => {
  holder.filmOfTests ??= pictureOf("film", 32, 32).then((bytes) =>
    createDemoAnimator().animate({
      image: { bytes, mediaType: "image/jpeg" },
      prompt: "mist",
      seed: "film",
      attemptId: "film",
    }),
  );
  return holder.filmOfTests;
};

/** An animator that is quick and remembers what it was asked; a video of its own for each seed. */
export class TestAnimator implements Animator {
  readonly name = "Test animator";
  readonly demo = true;
  readonly requests: AnimateRequest[] = [];
  constructor(
    readonly answer: (
      request: AnimateRequest,
    ) => Promise<Partial<AnimatedVideo>> = async () => ({}),
  ) {}

  async animate(request: AnimateRequest): Promise<AnimatedVideo> {
    this.requests.push(request);
    const video = await videoOf();
    // Behind the last cluster of a WebM an element that players skip (Void) makes the difference.
    const mark = Buffer.from(request.seed);
    const bytes = Buffer.concat([video.bytes, Buffer.from([0xec, 0x80 | mark.length]), mark]);
    return { ...video, bytes, ...(await this.answer(request)) };
  }
}

export function provide(writer: Writer, painter: Painter, animator: Animator = new TestAnimator()) {
  overrideProviders({ writer, painter, animator });
}

/** A writer of these answers, or of a script of so many panels, with a painter, both in place. */
export function provideScript<P extends Painter = TestPainter>(
  answers: number | (string | Error)[],
  painter: P = new TestPainter() as Painter as P,
) {
  const writer = new TestWriter(typeof answers === "number" ? [scriptOf(answers)] : answers);
  provide(writer, painter);
  return { writer, painter };
}

/** Drops what other tests of the file left in the outbox. */
export const forgetEvents = () => db.outboxEvent.deleteMany();

/**
 * Plays the engine: takes events out of the outbox and runs their steps, with nine tries each. A
 * panel that waits for portraits lets the others go first.
 */
export async function playEvents(): Promise<string[]> {
  const played: string[] = [];
  for (;;) {
    const events = await db.outboxEvent.findMany({
      where: { sentAt: null },
      orderBy: { createdAt: "asc" },
    });
    const event = (await firstReady(events)) ?? events[0];
    if (!event) return played;
    await db.outboxEvent.update({ where: { id: event.id }, data: { sentAt: new Date() } });
    played.push(event.name);
    await play(event.name, event.data as { jobId: string });
  }
}

async function firstReady<T extends { name: string; data: unknown }>(events: T[]) {
  for (const event of events) {
    const { jobId } = event.data as { jobId: string };
    if (event.name !== "panel/ready" || !(await isAwaitingPortraits(jobId))) return event;
  }
  return undefined;
}

export async function play(name: string, { jobId }: { jobId: string }): Promise<void> {
  const steps: Record<string, (() => Promise<unknown>)[]> = {
    "scene/requested": [() => writeScene(jobId)],
    "panel/ready": [() => paintPanel(jobId), () => showPanel(jobId)],
    "picture/requested": [() => paintTake(jobId), () => saveTake(jobId)],
    "video/requested": [() => animateTake(jobId), () => saveTake(jobId)],
    "portrait/requested": [() => paintPortrait(jobId), () => showPortrait(jobId)],
  };
  for (const step of steps[name] ?? []) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await runStep(jobId, step);
        break;
      } catch (error) {
        if (error instanceof NonRetriableError || attempt === 9) {
          await failJob(jobId);
          return;
        }
      }
    }
  }
}
