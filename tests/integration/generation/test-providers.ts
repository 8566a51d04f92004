import sharp from "sharp";
import type { AnimatedVideo, AnimateRequest } from "@/lib/ai/animator";
import type { PaintedImage, PainterModels, PaintRequest } from "@/lib/ai/painter";
import type { ImmediateProvider } from "@/lib/ai/provider";
import type { Writer, WriterRequest } from "@/lib/ai/writer";
import { createDemoAnimator } from "@/lib/demo-studio/animator";

/** A small real picture, different for each seed. */
export async function pictureOf(seed: string, width = 96, height = 128): Promise<Buffer> {
  const hash = [...seed].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 16_777_216, 7);
  const background = { r: hash >> 16, g: (hash >> 8) & 255, b: hash & 255 };
  return sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** A painter that is quick and remembers what it was asked. */
export class TestPainter implements PainterModels, ImmediateProvider<PaintRequest, PaintedImage> {
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

  async make(request: PaintRequest): Promise<PaintedImage> {
    this.requests.push(request);
    return {
      bytes: await pictureOf(request.seed),
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
    createDemoAnimator().make({
      image: { bytes },
      prompt: "mist",
      seed: "film",
      attemptId: "film",
    }),
  );
  return holder.filmOfTests;
};

/** An animator that is quick and remembers what it was asked; a video of its own for each seed. */
export class TestAnimator implements ImmediateProvider<AnimateRequest, AnimatedVideo> {
  readonly name = "Test animator";
  readonly demo = true;
  readonly requests: AnimateRequest[] = [];
  constructor(
    readonly answer: (
      request: AnimateRequest,
    ) => Promise<Partial<AnimatedVideo>> = async () => ({}),
  ) {}

  async make(request: AnimateRequest): Promise<AnimatedVideo> {
    this.requests.push(request);
    const video = await videoOf();
    // Behind the last cluster of a WebM an element that players skip (Void) makes the difference.
    const mark = Buffer.from(request.seed);
    const bytes = Buffer.concat([video.bytes, Buffer.from([0xec, 0x80 | mark.length]), mark]);
    return { ...video, bytes, ...(await this.answer(request)) };
  }
}
