import sharp from "sharp";
import type { Viewer } from "../../../lib/platform/auth/viewer.ts";
import { pictureAnswer } from "../../protocol/openai/pictures.ts";
import { moderationOf, startOpenAiServer } from "../../protocol/openai/server.ts";
import type { Cleanups } from "./site.ts";

/** A marker in each scene's prompt and each picture's prompt that identifies calls. */
const mark = /\[\[([\w-]+)\]\]/;
const differentPictures = 64;

export interface Times {
  textMs: number;
  pictureMs: number;
  moderationMs: number;
  panels: number;
}

/** How often each scene was written and each panel painted, and how many calls were open at once. */
export class Ledger {
  readonly written = new Map<string, number>();
  readonly painted = new Map<string, number>();
  readonly atOnce = { writer: 0, painter: 0 };
  firstPicture = Number.NaN;
  lastPicture = Number.NaN;
  /** Calls that are open at this moment. */
  private readonly now = { writer: 0, painter: 0 };

  begin(who: "writer" | "painter", key: string, takes: number): void {
    const counts = who === "writer" ? this.written : this.painted;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    this.now[who] += 1;
    this.atOnce[who] = Math.max(this.atOnce[who], this.now[who]);
    if (who === "painter" && Number.isNaN(this.firstPicture)) this.firstPicture = performance.now();
    setTimeout(() => {
      this.now[who] -= 1;
      if (who === "painter") this.lastPicture = performance.now();
    }, takes);
  }
}

const script = (key: string, panels: number) =>
  JSON.stringify({
    title: "The door in the sea",
    description: "Somebody finds a door standing in the waves off the North Pier.",
    newCharacters: [],
    newLocations: [],
    panels: Array.from({ length: panels }, (_, index) => ({
      shot: "wide",
      characters: [],
      location: null,
      imagePrompt: `The North Pier at dusk, fog between the lanterns [[${key}-${index + 1}]]`,
      altText: `A pier in the fog, ${index + 1}.`,
      lines: [{ speaker: null, kind: "narration", text: `That door is new, ${index + 1}.` }],
    })),
  });

/** Noise, which is what costs an encoder most; many, as equal pictures are stored once. */
const pictures = () =>
  Promise.all(
    Array.from({ length: differentPictures }, async () => {
      const noise = { type: "gaussian" as const, mean: 128, sigma: 30 };
      const create = { width: 256, height: 384, channels: 3 as const, background: "#888", noise };
      return (await sharp({ create }).jpeg({ quality: 90 }).toBuffer()).toString("base64");
    }),
  );

const markOf = (words: unknown): string => mark.exec(JSON.stringify(words))?.[1] ?? "";

/** A writer and a painter for thousands of scenes, over OpenAI's protocol. */
export async function openProviders(times: Times, ledger: Ledger, cleanups: Cleanups) {
  const made = await pictures();
  let count = 0;
  const paint = ({ prompt }: { prompt?: string }) => {
    ledger.begin("painter", markOf(prompt), times.pictureMs);
    count += 1;
    return { json: pictureAnswer(made[count % made.length] ?? ""), takes: times.pictureMs };
  };
  const server = await startOpenAiServer({
    models: ["bench"],
    answers: {
      chat: ({ messages }) => {
        const key = markOf(messages);
        ledger.begin("writer", key, times.textMs);
        return { text: script(key, times.panels), takes: times.textMs, chunks: 20 };
      },
      moderation: ({ input }) => ({
        json: moderationOf(input, () => false),
        takes: times.moderationMs,
      }),
      generation: paint,
      edit: paint,
    },
  });
  cleanups.push(server.close);
  // The calls are counted above; thousands of bodies need not be kept.
  const forgetting = setInterval(() => server.calls.splice(0), 1_000);
  cleanups.push(() => clearInterval(forgetting));
  return server;
}

/** One who asks for scenes over the API, as often as there are any: the pause is not for the bench. */
export async function askForScene(
  base: string,
  author: { userId: string; storyId: string; headers: Record<string, string> },
  key: string,
  panels: number,
): Promise<string> {
  const { db } = await import("../../../lib/platform/db.ts");
  await db.$executeRaw`
    UPDATE quota_entry SET created_at = created_at - interval '2 hours'
    WHERE user_id = ${author.userId}::uuid AND created_at > now() - interval '1 hour'`;
  for (;;) {
    const answer = await fetch(`${base}/api/ai/generate-scene`, {
      method: "POST",
      headers: { ...author.headers, "content-type": "application/json", "idempotency-key": key },
      body: JSON.stringify({
        storyId: author.storyId,
        prompt: `They find a door in the sea. [[${key}]]`,
        maxPanels: panels,
      }),
    });
    if (answer.status === 202) return (await answer.json()).data.jobId as string;
    // The server has too much to do and says when to come again.
    if (answer.status !== 503) throw new Error(`${answer.status}: ${await answer.text()}`);
    const seconds = Number(answer.headers.get("retry-after") ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
}

/**
 * Has one author ask for many scenes within a moment, which the API makes wait for each other. Their
 * events leave by the sweep of the outbox, as after an outage.
 * @returns the key of each job
 */
export async function requestManyScenes(
  author: { userId: string; storyId: string },
  count: number,
  panels: number,
): Promise<Map<string, string>> {
  const { pauseEventDelivery, transact } = await import(
    "../../../lib/platform/jobs/outbox-service.ts"
  );
  const { openScene } = await import("../../../lib/generation/scene/request-scene-service.ts");
  const { generateSceneBody } = await import("../../../lib/generation/schema.ts");
  pauseEventDelivery();
  const viewer: Viewer = {
    id: author.userId,
    username: "greedy",
    isAdministrator: false,
    tokenId: "",
    via: "bearer",
  };
  const jobs = new Map<string, string>();
  for (let number = 0; number < count; number += 1) {
    const key = `greedy-${number}`;
    const { storyId } = author;
    const body = { storyId, prompt: `They find a door in the sea. [[${key}]]`, maxPanels: panels };
    const { jobId } = await transact((tx, send) =>
      openScene(
        tx,
        send,
        viewer,
        { id: storyId, defaultPanels: panels },
        generateSceneBody.parse(body),
      ),
    );
    jobs.set(jobId, key);
  }
  return jobs;
}
