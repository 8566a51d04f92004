import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createReplicateAnimator } from "@/lib/ai/replicate/animator";
import { replicateModels as chains, videoModels } from "@/lib/ai/replicate/models";
import { clearRetired } from "@/lib/ai/retired-models";
import type { ProviderUsage } from "@/lib/ai/usage";
import { pictureSize } from "@/lib/generation/schema";
import { aspectRatios } from "@/lib/scenes/aspect";
import { priceOf } from "@/lib/spending/prices";
import { imageModels } from "@/lib/stories/schema";
import { pictureOf, videoOf } from "../../integration/generation/support";
import { picturesOf } from "./published-schema";
import { startReplicateServer, type TestPrediction } from "./server";
import { face, painterAt, request, token, waiting } from "./support";

const server = await startReplicateServer({ token, takes: 5 });
afterAll(() => server.close());
beforeEach(() => {
  server.forget();
  clearRetired();
});

const most = {
  "flux-kontext-pro": 1,
  "flux-kontext-max": 1,
  "google-nano-banana": 14,
  "seedream-4": 10,
};
const cases = imageModels.flatMap((model) => aspectRatios.map((ratio) => ({ model, ratio })));

describe("requests to the image models fit their published schemas", () => {
  it.each(cases)("$model, $ratio, with its maximum of portraits", async ({ model, ratio }) => {
    const painter = painterAt(server);
    const names = Array.from({ length: 16 }, (_, index) => `Person ${index}`);
    const references = await Promise.all(names.map(face));
    const size = pictureSize[ratio];
    const usage: ProviderUsage[] = [];
    const painted = await painter.make({
      ...request,
      ...size,
      model,
      references,
      onUsage: (told) => usage.push(told),
    });
    expect(server.violations).toEqual([]);
    expect(server.predictions).toHaveLength(1);
    const { input, model: ref } = server.predictions[0] as TestPrediction;
    expect(picturesOf(input)).toHaveLength(most[model]);
    expect(painter.maxReferences(model)).toBe(most[model]);
    expect(input.prompt).toContain("ink wash");
    const label = model === "google-nano-banana" ? "Nano Banana 2" : model;
    expect(painted).toMatchObject({ model: label, faces: [] });
    expect(await sharp(painted.bytes).metadata()).toMatchObject(size);
    expect(usage).toMatchObject([
      { provider: "replicate", model: ref, outcome: "completed", units: { images: 1 } },
    ]);
    expect(priceOf("replicate", ref)?.image).toBeGreaterThan(0);
  });

  it.each(imageModels)("%s without a portrait, and in a free size", async (model) => {
    const painted = await painterAt(server).make({ ...request, model, width: 900, height: 400 });
    expect(server.violations).toEqual([]);
    expect(picturesOf(server.predictions[0]?.input ?? {})).toEqual([]);
    const { width, height } = await sharp(painted.bytes).metadata();
    expect((width ?? 0) / (height ?? 1)).toBeCloseTo(900 / 400, 1);
  });

  it.each(imageModels)("%s changes a picture: that picture first, and no other", async (model) => {
    const bytes = await pictureOf("before", 2048, 1536);
    const initialImage = { bytes, mediaType: "image/jpeg" };
    await painterAt(server).make({ ...request, model, prompt: "night falls", initialImage });
    const { input } = server.predictions[0] as TestPrediction;
    expect(server.violations).toEqual([]);
    expect(String(input.prompt)).toMatch(/^Change the first picture: night falls\n/);
    const [first = "", ...others] = picturesOf(input);
    expect(others).toEqual([]);
    const sent = await sharp(Buffer.from(first.split(",")[1] ?? "", "base64")).metadata();
    expect(sent).toMatchObject({ format: "jpeg", width: 1280, height: 960 });
  });

  it("a model that is not offered is refused before a provider call", async () => {
    const work = painterAt(server).make({ ...request, model: "dall-e" });
    await expect(work).rejects.toMatchObject({ code: "image_failed" });
    expect(server.calls).toEqual([]);
  });
});

const successors = [
  { model: "flux-kontext-pro", ref: "black-forest-labs/flux-2-pro", label: "FLUX.2 Pro", most: 8 },
  { model: "flux-kontext-max", ref: "black-forest-labs/flux-2-max", label: "FLUX.2 Max", most: 8 },
  { model: "seedream-4", ref: "bytedance/seedream-4.5", label: "Seedream 4.5", most: 14 },
];
const creations = () => server.calls.filter(({ kind }) => kind === "create").length;

describe("a retired model", () => {
  it.each(successors)("$model is painted by $label", async ({ model, ref, label, most }) => {
    const [named] = chains[model] ?? [];
    server.retired.add(named?.ref ?? "");
    const painter = painterAt(server);
    expect(painter.successorOf?.(model)).toBeNull();
    const usage: ProviderUsage[] = [];
    const onUsage = (told: ProviderUsage) => usage.push(told);
    const painted = await painter.make({ ...request, model, onUsage });
    expect(painted).toMatchObject({ model: label });
    expect(usage).toMatchObject([{ model: ref, outcome: "completed" }]);
    expect(priceOf("replicate", ref)?.image).toBeGreaterThan(0);
    expect([creations(), server.predictions.length]).toEqual([2, 1]);
    expect(painter.successorOf?.(model)).toBe(label);
    expect(painter.billed?.(model)).toEqual({ provider: "replicate", model: ref });

    // From now on no call names the retired model, and its successor gets every reference that it accepts.
    server.calls.length = 0;
    const names = Array.from({ length: 16 }, (_, index) => `Person ${index}`);
    const references = await Promise.all(names.map(face));
    for (const ratio of aspectRatios) {
      await painter.make({ ...request, ...pictureSize[ratio], model, references });
    }
    await painter.make({ ...request, model, width: 900, height: 400 });
    expect(creations()).toBe(aspectRatios.length + 1);
    expect(server.violations).toEqual([]);
    const input = server.predictions[1]?.input ?? {};
    expect(painter.maxReferences(model)).toBe(most);
    expect(picturesOf(input)).toHaveLength(most);
    expect(input.prompt).toContain(`image ${most} is Person ${most - 1}. Keep`);
  });

  it("with retired successors is an error that says what to do", async () => {
    for (const { ref } of chains["seedream-4"] ?? []) server.retired.add(ref);
    const work = painterAt(server).make(request);
    await expect(work).rejects.toMatchObject({ code: "image_failed", retryability: "final" });
    await expect(work).rejects.toThrow(/choose another one in the story's settings/);
    expect([creations(), server.predictions.length]).toEqual([2, 0]);
  });

  it.each([404, 410])("is detected by the status %i of a creation", async (status) => {
    server.next("create", { status, detail: "anything" });
    await painterAt(server).make(request);
    expect(server.predictions.map(({ model }) => model)).toEqual(["bytedance/seedream-4.5"]);
  });

  it("is found again although the response of its successor was lost", async () => {
    server.retired.add("bytedance/seedream-4");
    const painter = painterAt(server);
    const mara = { ...request, references: [await face("Mara")] };
    const ticket = painter.deferred.createTicket(mara);
    const id = await painter.deferred.create(mara);
    expect(await painter.deferred.find(ticket, new Date(Date.now() - 1_000))).toEqual([id]);
  });
});

it("references are distinguished by their roles in the prompt", async () => {
  const place = { ...(await face("The lighthouse")), role: "place" as const };
  await painterAt(server).make({ ...request, references: [await face("Mira"), place] });
  const { input } = server.predictions[0] as TestPrediction;
  expect(picturesOf(input)).toHaveLength(2);
  expect(input.prompt).toContain(
    "Reference pictures: image 1 is Mira, image 2 is the place The lighthouse.",
  );
});

it.each(Object.keys(videoModels) as (keyof typeof videoModels)[])(
  "requests to the video models %s begins with the picture that it is given",
  async (model) => {
    const { bytes } = await videoOf();
    server.end({ output: { bytes, mediaType: "video/webm", extension: "webm" } });
    const usage: ProviderUsage[] = [];
    const animator = waiting(createReplicateAnimator({ token, baseUrl: server.url, model }));
    const made = await animator.make({
      image: { bytes: await pictureOf("panel", 768, 1024) },
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
