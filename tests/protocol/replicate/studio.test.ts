import { BufferSource, Input, WEBM } from "mediabunny";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createReplicateAnimator } from "@/lib/ai/replicate/animator";
import { imageModels } from "@/lib/stories/schema";
import { pictureOf } from "../../integration/generation/support";
import type { ReplicateServer } from "./server";
import { startReplicateStudio } from "./studio-server";
import { errorSummary, figure, painterAt, request, token } from "./support";

let server: ReplicateServer;
beforeAll(async () => {
  server = await startReplicateStudio({ token });
});
afterAll(() => server.close());

const isDrawn = async (bytes: Uint8Array) =>
  (await sharp(bytes).stats()).channels.some(({ stdev }) => stdev > 10);

describe("the studio that speaks Replicate's interface", () => {
  it.each(imageModels)("draws for %s, each time another picture", async (model) => {
    const figures = [await figure("Mara")];
    const order = { ...request, model, width: 384, height: 512, figures };
    const [one, other] = await Promise.all([
      painterAt(server).paint(order),
      painterAt(server).paint(order),
    ]);
    expect(await isDrawn(one.bytes)).toBe(true);
    expect(Buffer.from(one.bytes).equals(Buffer.from(other.bytes))).toBe(false);
    expect(one).toMatchObject({ width: 384, height: 512 });
    expect(server.violations).toEqual([]);
  });

  it("changes and animates pictures", async () => {
    const before = (await painterAt(server).paint({ ...request, width: 384, height: 512 })).bytes;
    const initialImage = { bytes: before, mediaType: "image/jpeg" };
    const changed = await painterAt(server).paint({
      ...request,
      prompt: "night falls",
      initialImage,
    });
    const light = async (bytes: Uint8Array) => {
      const { channels } = await sharp(bytes).stats();
      return channels.reduce((sum, { mean }) => sum + mean, 0);
    };
    expect(await light(changed.bytes)).toBeLessThan(await light(before));
    const model = "wan-2.2-i2v-fast" as const;
    const animator = createReplicateAnimator({
      token,
      baseUrl: server.url,
      pollIntervalMs: 50,
      model,
    });
    const image = { bytes: await pictureOf("one", 96, 96), mediaType: "image/jpeg" };
    const { bytes } = await animator.animate({ image, prompt: "rain", seed: "", attemptId: "" });
    const film = new Input({ formats: [WEBM], source: new BufferSource(bytes) });
    expect(await film.computeDuration()).toBeGreaterThan(1);
    expect(server.violations).toEqual([]);
  });

  it.each([
    ["[[flagged]]", { code: "content_flagged", fate: "final" }],
    ["[[fail]]", { code: "image_failed", fate: "anew" }],
    ["[[busy]]", { code: "ai_rate_limited", fate: "anew", wait: 2 }],
  ])("fails on purpose at %s", async (mark, error) => {
    const prompt = `A lamp ${mark}`;
    expect(await errorSummary(painterAt(server).paint({ ...request, prompt }))).toEqual(error);
  });
});
