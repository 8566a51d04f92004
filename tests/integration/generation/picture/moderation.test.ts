import { beforeEach, describe, expect, it } from "vitest";
import { overrideProviders } from "@/lib/ai";
import type { Moderator } from "@/lib/ai/moderator";
import { failureMessages } from "@/lib/generation/jobs/failure-texts";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import {
  authorWithStory,
  forgetEvents,
  playEvents,
  provide,
  scriptOf,
  TestPainter,
  TestWriter,
} from "../support";

/** Flags what has a word in it, and remembers what it was asked. */
class TestModerator implements Moderator {
  readonly texts: string[] = [];
  constructor(private readonly word: RegExp) {}
  async check(texts: string[]) {
    this.texts.push(...texts);
    if (texts.some((text) => this.word.test(text))) {
      throw new AppError("content_flagged", "This description was flagged as sensitive.");
    }
  }
}

describe("moderation before any paid call", () => {
  beforeEach(forgetEvents);

  async function play(word: RegExp, prompt: string) {
    const writer = new TestWriter([scriptOf(2)]);
    const painter = new TestPainter();
    const moderator = new TestModerator(word);
    provide(writer, painter);
    overrideProviders({ moderator });
    const { author, story } = await authorWithStory();
    const body = { storyId: story.id, prompt, maxPanels: 2 };
    const answer = await author.post("/ai/generate-scene", body);
    const { data } = answer.body;
    await playEvents();
    const scene = await db.scene.findUniqueOrThrow({
      where: { id: data.scene._id },
      include: { panels: { orderBy: { panelNumber: "asc" } } },
    });
    return { author, story, writer, painter, moderator, scene };
  }

  it("an author's prompt: no script is written", async () => {
    const { writer, painter, scene } = await play(/cruel/, "Something cruel at the pier");
    expect(writer.requests).toHaveLength(0);
    expect(painter.requests).toHaveLength(0);
    expect(scene).toMatchObject({ status: "failed", errorMessage: failureMessages.flagged });
  });

  it("a panel's prompt: that panel alone is not painted", async () => {
    const { painter, moderator, scene } = await play(/moment 2/, "Mara at the pier");
    expect(painter.panels.map(({ prompt }) => prompt)).toEqual([
      "Mara on the pier, moment 1\nShot: medium.",
    ]);
    expect(scene.panels.map(({ isContentFlag }) => isContentFlag)).toEqual([false, true]);
    expect(scene.panels[1]?.errorMessage).toBe(failureMessages.flagged);
    expect(moderator.texts).toEqual(
      expect.arrayContaining([
        "Mara at the pier",
        "Salt and Lanterns",
        "Mara on the pier, moment 1",
      ]),
    );
  });

  it("a text that an author requests: the writer is not called", async () => {
    const { author, story, writer } = await play(/nothing/, "Mara at the pier");
    overrideProviders({ moderator: new TestModerator(/cruel/) });
    const asked = writer.requests.length;
    const body = { text: "Something cruel happens here.", context: { storyId: story.id } };
    const answer = await author.post("/ai/improve-text", body);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ error: { code: "content_flagged" } });
    expect(writer.requests).toHaveLength(asked);
  });
});
