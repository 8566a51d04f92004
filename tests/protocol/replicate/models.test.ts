import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createReplicateAnimator } from "@/lib/ai/replicate/animator";
import { videoModels } from "@/lib/ai/replicate/models";
import type { ProviderUsage } from "@/lib/ai/usage";
import { pictureSize } from "@/lib/generation/schema";
import { priceOf } from "@/lib/spending/prices";
import { aspectRatios, imageModels } from "@/lib/stories/schema";
import { pictureOf, videoOf } from "../../integration/generation/support";
import { picturesOf } from "./published";
import { type ReplicateServer, startReplicateServer, type TestPrediction } from "./server";
import { figure, painterAt, request, token } from "./support";

let server: ReplicateServer;
beforeAll(async () => {
  server = await startReplicateServer({ token, takes: 5 });
});
afterAll(() => server.close());
beforeEach(() => server.forget());

const most = {
  "flux-kontext-pro": 1,
  "flux-kontext-max": 1,
  "google-nano-banana": 3,
  "seedream-4": 10,
};
const cases = imageModels.flatMap((model) => aspectRatios.map((ratio) => ({ model, ratio })));

describe("requests to the image models fit their published schemas", () => {
  it.each(cases)("$model, $ratio, with as many portraits as it takes", async ({ model, ratio }) => {
    const painter = painterAt(server);
    const names = Array.from({ length: 11 }, (_, index) => `Person ${index}`);
    const figures = await Promise.all(names.map(figure));
    const size = pictureSize[ratio];
    const usage: ProviderUsage[] = [];
    const painted = await painter.paint({
      ...request,
      ...size,
      model,
      figures,
      onUsage: (told) => usage.push(told),
    });
    expect(server.violations).toEqual([]);
    expect(server.predictions).toHaveLength(1);
    const { input, model: ref } = server.predictions[0] as TestPrediction;
    expect(picturesOf(input)).toHaveLength(most[model]);
    expect(painter.maxReferences(model)).toBe(most[model]);
    expect(input.prompt).toContain("ink wash");
    expect(painted).toMatchObject({ ...size, model, faces: [] });
    expect(await sharp(painted.bytes).metadata()).toMatchObject(size);
    expect(usage).toMatchObject([
      { provider: "replicate", model: ref, outcome: "completed", units: { images: 1 } },
    ]);
    expect(priceOf("replicate", ref)?.image).toBeGreaterThan(0);
  });

  it.each(imageModels)("%s without a portrait, and in a free size", async (model) => {
    const painted = await painterAt(server).paint({ ...request, model, width: 900, height: 400 });
    expect(server.violations).toEqual([]);
    expect(picturesOf(server.predictions[0]?.input ?? {})).toEqual([]);
    expect(painted.width / painted.height).toBeCloseTo(900 / 400, 1);
  });

  it.each(imageModels)("%s changes a picture: that picture first, and alone", async (model) => {
    const bytes = await pictureOf("before", 2048, 1536);
    const initialImage = { bytes, mediaType: "image/jpeg" };
    await painterAt(server).paint({ ...request, model, prompt: "night falls", initialImage });
    const { input } = server.predictions[0] as TestPrediction;
    expect(server.violations).toEqual([]);
    expect(String(input.prompt)).toMatch(/^Change the first picture: night falls\n/);
    const [first = "", ...others] = picturesOf(input);
    expect(others).toEqual([]);
    const sent = await sharp(Buffer.from(first.split(",")[1] ?? "", "base64")).metadata();
    expect(sent).toMatchObject({ format: "jpeg", width: 1280, height: 960 });
  });

  it("a model that is not offered is refused before anybody is asked", async () => {
    const work = painterAt(server).paint({ ...request, model: "dall-e" });
    await expect(work).rejects.toMatchObject({ code: "image_failed" });
    expect(server.calls).toEqual([]);
  });
});

describe("requests to the video models", () => {
  it.each(Object.keys(videoModels) as (keyof typeof videoModels)[])(
    "%s begins with the picture that it is given",
    async (model) => {
      const { bytes } = await videoOf();
      server.end({ output: { bytes, mediaType: "video/webm", extension: "webm" } });
      const usage: ProviderUsage[] = [];
      const animator = createReplicateAnimator({
        token,
        baseUrl: server.url,
        lookEvery: 15,
        model,
      });
      const made = await animator.animate({
        image: { bytes: await pictureOf("panel", 768, 1024), mediaType: "image/jpeg" },
        prompt: "rain falls",
        seed: "a seed",
        attemptId: "job:1",
        onUsage: (told) => usage.push(told),
      });
      expect(server.violations).toEqual([]);
      expect(Buffer.from(made.bytes).equals(Buffer.from(bytes))).toBe(true);
      expect(made.model).toBe(videoModels[model].label);
      expect(usage).toMatchObject([{ units: { seconds: videoModels[model].seconds } }]);
      expect(priceOf("replicate", videoModels[model].ref)?.second).toBeGreaterThan(0);
    },
  );
});
