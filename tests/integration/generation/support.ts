import { NonRetriableError } from "inngest";
import { overrideProviders } from "@/lib/ai";
import type { Animator } from "@/lib/ai/animator";
import type { Painter } from "@/lib/ai/painter";
import type { Writer } from "@/lib/ai/writer";
import { failJob, runStep } from "@/lib/generation/jobs/completion-service";
import { checkPicture } from "@/lib/generation/picture/check-service";
import { makeMedia } from "@/lib/generation/picture/make-media-service";
import { isAwaitingPortraits } from "@/lib/generation/picture/picture-jobs-queries";
import { publishMedia } from "@/lib/generation/picture/publish-media-service";
import { writeScene } from "@/lib/generation/scene/write-scene-service";
import { db } from "@/lib/platform/db";
import { type Person, person } from "../http/harness";
import { scriptOf, TestAnimator, TestPainter, TestWriter } from "./test-providers";

export * from "./test-providers";

export type Author = Person;

export const makeAuthor = (isAdministrator = false): Promise<Author> =>
  person("author", { isAdministrator });

/** An author before whom nothing has happened. */
export async function freshAuthor(): Promise<Author> {
  await forgetEvents();
  return makeAuthor();
}

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

/** An author for whom a painter and an animator work, which remember what they are asked. */
export async function setUpPictures(painter = new TestPainter(), animator = new TestAnimator()) {
  provide(new TestWriter([scriptOf(1)]), painter, animator);
  return { author: await freshAuthor(), painter, animator };
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
  const picture = [() => makeMedia(jobId), () => publishMedia(jobId)];
  const check = (earlier: number) => checkPicture(jobId, earlier);
  const steps: Record<string, ((earlier: number) => Promise<unknown>)[]> = {
    "scene/requested": [() => writeScene(jobId)],
    "panel/ready": [...picture, check],
    "picture/requested": [...picture, check],
    "video/requested": picture,
    "portrait/requested": picture,
  };
  for (const step of steps[name] ?? []) {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await runStep(jobId, () => step(attempt - 1));
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
