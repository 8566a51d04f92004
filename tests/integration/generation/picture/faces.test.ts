import { beforeEach, describe, expect, it } from "vitest";
import { overrideProviders } from "@/lib/ai";
import type { FaceDetectionRequest, Vision } from "@/lib/ai/vision";
import { db } from "@/lib/platform/db";
import { authorWithStory, forgetEvents, playEvents, provideScript, TestPainter } from "../support";

const box = { x: 0.6, y: 0.1, width: 0.2, height: 0.2 };

describe("faces in pictures whose painter does not report them", () => {
  beforeEach(forgetEvents);

  async function play({ detectFaces }: Pick<Vision, "detectFaces">) {
    const { painter } = provideScript(1, new TestPainter(async () => ({ faces: [] })));
    const vision = { name: "Test eyes", demo: true, detectFaces, answer: async () => [] };
    overrideProviders({ vision });
    const { author, story } = await authorWithStory();
    const body = { storyId: story.id, prompt: "Mara at the pier", maxPanels: 1 };
    await author.post("/ai/generate-scene", body);
    await playEvents();
    expect(painter.panels).toHaveLength(1);
    return db.panel.findFirstOrThrow({ where: { scene: { storyId: story.id } } });
  }

  it("are detected before bubbles are placed, in panels alone", async () => {
    const asked: FaceDetectionRequest[] = [];
    const panel = await play({
      detectFaces: async (request) => {
        asked.push(request);
        return [{ name: "Mara", box }];
      },
    });
    expect(asked.map(({ people }) => people.map(({ name }) => name))).toEqual([["Mara"]]);
    expect(panel).toMatchObject({ status: "completed", faces: [{ name: "Mara", box }] });
    expect(panel.textBubbles).toHaveLength(1);
  });

  it("a failed detection never fails the panel", async () => {
    const panel = await play({ detectFaces: async () => Promise.reject(new Error("blind")) });
    expect(panel).toMatchObject({ status: "completed", faces: [] });
    expect(panel.textBubbles).toHaveLength(1);
  });
});
