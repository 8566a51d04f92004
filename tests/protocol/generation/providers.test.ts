import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { getSceneProgress } from "@/lib/generation/queries";
import { generateScene } from "../../integration/generation/start";
import { authorWithStory, scriptOf } from "../../integration/generation/support";
import { type OpenAiServer, startOpenAiServer } from "../openai/server";
import {
  type ReplicateServer,
  startReplicateServer,
  type TestPrediction,
} from "../replicate/server";
import { GenerationHarness } from "./harness";

const panels = 4;
/** Seconds of the simulated clock. */
const textTakes = 8;
const pictureTakes = 12;
/** All the text, then the last panel's picture. */
const criticalPath = textTakes + pictureTakes;
/** Real milliseconds without a request after which the work is taken to wait for the clock. */
const idleAfter = 4_000;

/** No entity is pending, so every picture can begin with its panel's text. */
const script = JSON.stringify({
  ...JSON.parse(scriptOf(panels, { newCharacters: [], newLocations: [] })),
  panels: JSON.parse(scriptOf(panels)).panels.map((panel: object) => ({
    ...panel,
    characters: [],
    location: null,
  })),
});

/**
 * The providers' clock. It stands while our side is at work, so the time that it shows in the end is
 * that of the providers alone, in the order and side by side as they were asked.
 */
class Clock {
  now = 0;
  /** When each picture was ordered. */
  readonly ordered = new Map<TestPrediction, number>();
  isWritten = false;

  constructor(private readonly replicate: () => ReplicateServer) {}

  private note(): number {
    for (const prediction of this.replicate().predictions) {
      if (!this.ordered.has(prediction)) this.ordered.set(prediction, this.now);
    }
    return this.ordered.size;
  }

  /** Waits in real time until so many pictures are ordered, or nothing happens any more. */
  async until(count: number): Promise<void> {
    const end = performance.now() + idleAfter;
    while (this.note() < count && performance.now() < end) await pause(10);
  }

  /** The text, each panel at its time. */
  async *write(): AsyncIterable<string> {
    let at = 0;
    for (let panel = 1; panel <= panels; panel += 1) {
      const next = script.indexOf('{"shot"', script.indexOf('"shot"', at) + 1);
      const end = next < 0 || panel === panels ? script.length : next;
      this.now = (textTakes * end) / script.length;
      yield script.slice(at, end);
      at = end;
      await this.until(panel);
    }
    this.isWritten = true;
  }

  /** Ends what was ordered, each picture at its time, until all are there. */
  async paint(): Promise<void> {
    for (let done = 0; done < panels; done += 1) {
      await this.until(panels);
      const open = [...this.ordered].filter(([prediction]) => !prediction.completed_at);
      const [first] = open.toSorted(([, a], [, b]) => a - b);
      if (!first) throw new Error(`Only ${done} pictures were ordered.`);
      this.now = Math.max(this.now, first[1] + pictureTakes);
      await this.replicate().finish(first[0]);
    }
  }
}

let openAi: OpenAiServer;
let replicate: ReplicateServer;
let workshop: GenerationHarness;
let clock: Clock;

beforeEach(async () => {
  clock = new Clock(() => replicate);
  openAi = await startOpenAiServer({
    key: "sk-test",
    answers: { chat: () => ({ parts: clock.write() }) },
  });
  replicate = await startReplicateServer({ ending: () => "never" });
  workshop = await GenerationHarness.open({
    writerMs: 0,
    painterMs: 0,
    variables: {
      OPENAI_API_KEY: "sk-test",
      OPENAI_BASE_URL: openAi.url,
      OPENAI_MODEL: "test-model",
      REPLICATE_API_TOKEN: "r8_test",
      REPLICATE_BASE_URL: replicate.url,
    },
  });
});
afterEach(async () => {
  await workshop.close();
  await Promise.all([openAi.close(), replicate.close()]);
});

it("a scene over the vendors' protocols takes no longer than its text and its last picture", async () => {
  const { author, story } = await authorWithStory();
  const asked = { storyId: story.id, prompt: "Mara at the pier", maxPanels: panels };
  const { scene } = await generateScene(author.viewer, asked, null);
  await expect.poll(() => clock.isWritten, { timeout: 40_000 }).toBe(true);
  await clock.paint();
  const look = () => getSceneProgress(author.viewer, scene._id);
  await expect.poll(async () => (await look()).isComplete, { timeout: 30_000 }).toBe(true);
  const done = await look();
  expect(done.hasPartialErrors).toBe(false);
  expect(done.scene.panels.map(({ hasImage }) => hasImage)).toEqual(Array(panels).fill(true));

  const begun = [...clock.ordered.values()];
  // The first picture is begun before the last panel's words are there.
  expect(Math.min(...begun)).toBeLessThan(textTakes / 2);
  expect(Math.max(...begun)).toBeLessThanOrEqual(textTakes);
  expect(clock.now).toBeLessThanOrEqual(1.1 * criticalPath);

  expect(openAi.created("chat")).toBe(1);
  expect(replicate.predictions).toHaveLength(panels);
  expect([...openAi.violations, ...replicate.violations]).toEqual([]);
  const moderated = openAi.calls.flatMap(({ kind, body }) =>
    kind === "moderation" ? body.input : [],
  );
  expect(moderated).toEqual(
    expect.arrayContaining(["Mara at the pier", `Mara on the pier, moment ${panels}`]),
  );
});
