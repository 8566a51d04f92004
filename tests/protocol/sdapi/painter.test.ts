import sharp from "sharp";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { PaintRequest, PictureProvenance } from "@/lib/ai/painter";
import { retryabilityOf } from "@/lib/ai/provider-error";
import { createSdApiPainter } from "@/lib/ai/sdapi/painter";
import type { ProviderUsage } from "@/lib/ai/usage";
import type { AppError } from "@/lib/platform/errors";
import { pictureOf } from "../../integration/generation/support";
import { colourAt, leftHalf } from "../comfyui/support";
import { face, request } from "../replicate/support";
import { type Failure, type SdApiServer, startSdApi } from "./server";

let server: SdApiServer;
const open = async (options: Parameters<typeof startSdApi>[0] = {}) => {
  await server?.close();
  server = await startSdApi(options);
};
beforeEach(() => open());
afterEach(() => server.close());

const painter = (settings: Partial<Parameters<typeof createSdApiPainter>[0]> = {}) =>
  createSdApiPainter({ url: server.url, options: {}, deadlineMs: 20_000, lookMs: 20, ...settings });

let before: Buffer;
beforeAll(async () => {
  before = await pictureOf("before", 512, 640);
});
const edit = (): PaintRequest => ({
  ...request,
  width: 512,
  height: 640,
  prompt: "The lamp is lit",
  initialImage: { bytes: before },
});

describe("a picture", () => {
  it("from words, with the operator's fields and a negative prompt", async () => {
    const usage: ProviderUsage[] = [];
    const options = { steps: 8, override_settings: { sd_model_checkpoint: "toon" } };
    const painted = await painter({ options }).make({
      ...request,
      onUsage: (one) => void usage.push(one),
    });
    expect(await sharp(painted.bytes).metadata()).toMatchObject({ width: 768, height: 1024 });
    expect(painted.model).toBe("Stable Diffusion, toon");
    expect(server.last()).toMatchObject({ ...options, width: 768, height: 1024, batch_size: 1 });
    expect(server.last().prompt).toContain("Mara on the pier at dusk");
    expect(server.last().prompt).not.toContain("lettering");
    expect(server.last().negative_prompt).toContain("lettering");
    expect(usage).toMatchObject([
      { provider: "sdapi", outcome: "completed", units: { images: 1 } },
    ]);
  });

  it("changed as a whole: described with the words that it was made from", async () => {
    const { figures } = request;
    const source: PictureProvenance = {
      kind: "panel",
      prompt: "Mara in the tower",
      artStyle: "ink",
      seed: "s",
      figures,
      model: "x",
      changes: ["It rains"],
    };
    const initialImage = { bytes: before, loadProvenance: async () => source };
    await painter().make({ ...edit(), initialImage });
    const { prompt, denoising_strength, init_images } = server.last();
    expect(prompt).toContain("Mara in the tower\nIt rains\nThe lamp is lit");
    expect(denoising_strength).toBeLessThan(0.7);
    expect(init_images).toHaveLength(1);
  });

  it("changed within a mask alone", async () => {
    expect(painter().takesMask?.("")).toBe(true);
    const { bytes } = await painter().make({ ...edit(), mask: await leftHalf(512, 640) });
    const [left, right] = await Promise.all([0.25, 0.75].map((x) => colourAt(bytes, x, 0.5)));
    expect(right).toEqual(await colourAt(before, 0.75, 0.5));
    expect(left).not.toEqual(right);
    expect(server.last().prompt).not.toContain("Change the first picture");
  });

  it.each<[string, Parameters<typeof startSdApi>[0], number]>([
    ["without ControlNet", {}, 0],
    ["with ControlNet, without IP-Adapter", { units: 3, adapters: false }, 0],
    ["with IP-Adapter", { units: 2 }, 2],
    ["in a field of their own", { flavour: "sdcpp" }, 4],
  ])("with references: %s", async (_, options, most) => {
    await open(options);
    const engine = painter();
    await engine.prepare?.();
    expect(engine.maxReferences("")).toBe(most);
    const references = await Promise.all(["Mara", "Tom", "Ida"].map(face));
    await engine.make({ ...request, references });
    const { alwayson_scripts, extra_images, prompt } = server.last();
    const args = alwayson_scripts?.controlnet.args ?? [];
    expect(args.length + (extra_images?.length ?? 0)).toBe(Math.min(3, most));
    expect(prompt.includes("image 1 is Mara")).toBe(most > 0);
    for (const { module, model } of args) {
      expect([module, model]).toEqual(["ip-adapter-auto", "ip-adapter-plus_sdxl [2]"]);
    }
  });

  it("with a LoRA: in the prompt, or in its own field; its note names a missing one", async () => {
    const lora = (name: string) => ({
      id: name,
      name,
      description: "",
      lora: { name, weight: 0.8 },
    });
    const figures = [lora("mira"), lora("tom")];
    const painted = await painter().make({ ...request, figures });
    expect(painted.note).toBe("Drawn without tom: the image server has no such LoRA.");
    expect(server.last().prompt).toMatch(/ <lora:mira:0\.8>$/);
    await open({ flavour: "sdcpp" });
    await painter().make({ ...request, figures });
    expect(server.last().lora).toEqual([{ path: "people/mira.safetensors", multiplier: 0.8 }]);
    expect(server.last().prompt).not.toContain("<lora");
  });

  it("reports progress if the server does; waits for a model and for other clients", async () => {
    await open({ takes: 200, loads: 300 });
    const seen = new Set<number>();
    const onProgress = (percent: number) => void seen.add(percent);
    const [first] = await Promise.all([
      painter().make({ ...request, onProgress }),
      painter().make({ ...request, prompt: "another's" }),
    ]);
    expect(first.faces).toEqual([]);
    expect(seen.size).toBeGreaterThan(1);
    await open({ flavour: "sdcpp" });
    await painter({ lookMs: 1 }).make({ ...request, onProgress: () => expect.unreachable() });
  });

  it("is cropped to the requested format", async () => {
    const wide = (await pictureOf("wide", 1024, 512)).toString("base64");
    server.fail({ images: [`data:image/png;base64,${wide}`] });
    const { width, height } = await sharp((await painter().make(request)).bytes).metadata();
    expect(width / height).toBeCloseTo(0.75, 1);
  });
});

describe("an abandoned picture", () => {
  const other = { ...request, attemptId: "other:1" };
  const cancelled = (attemptId: string, settings = {}) => {
    const controller = new AbortController();
    const work = painter(settings).make({ ...request, attemptId, signal: controller.signal });
    const ended = work.then(
      () => "done",
      () => "ended",
    );
    return { abort: () => controller.abort(), ended };
  };

  it("is interrupted at the server while it is drawn", async () => {
    await open({ takes: 4_000 });
    const { abort, ended } = cancelled("ours:1");
    await expect.poll(() => server.isDrawing("ours:1")).toBe(true);
    abort();
    expect(await ended).toBe("ended");
    await expect.poll(() => server.interrupted).toEqual(["ours:1"]);
  });

  it("waits in the queue behind another client's picture, which is finished", async () => {
    await open({ takes: 400 });
    const theirs = painter().make(other);
    await expect.poll(() => server.isDrawing("other:1")).toBe(true);
    const { abort, ended } = cancelled("ours:1");
    await expect.poll(() => server.isQueued("ours:1")).toBe(true);
    abort();
    expect(await ended).toBe("ended");
    expect((await theirs).faces).toEqual([]);
    await expect.poll(() => server.interrupted).toEqual(["ours:1"]);
  });

  it("is interrupted at its deadline", async () => {
    await open({ takes: 4_000 });
    expect(await cancelled("ours:1", { deadlineMs: 200 }).ended).toBe("ended");
    await expect.poll(() => server.interrupted).toEqual(["ours:1"]);
  });

  it.each(["sdnext", "sdcpp"] as const)(
    "is drawn to its end by %s, which tells no tasks apart",
    async (flavour) => {
      await open({ flavour, takes: 300 });
      const { abort, ended } = cancelled("ours:1");
      await expect.poll(() => server.calls.length).toBe(1);
      abort();
      expect(await ended).toBe("ended");
      expect((await painter().make(other)).faces).toEqual([]);
      expect(server.interrupted).toEqual([]);
    },
  );
});

describe("a failure", () => {
  const memory = {
    error: "OutOfMemoryError",
    detail: "",
    errors: "CUDA out of memory. Tried to allocate 2 GiB",
  };
  it.each<[string, Failure, string]>([
    [
      "for lack of memory",
      { status: 500, json: memory },
      "image_failed anew: The image server ran out of memory for this picture. Please try again in a moment.",
    ],
    [
      "while the model loads",
      { status: 503, json: { error: "Loading model" } },
      "ai_rate_limited anew: The image server is still loading its model. Please try again in a minute.",
    ],
    [
      "in a rush",
      { status: 429, headers: { "retry-after": "7" } },
      "ai_rate_limited anew: The image server is busy. Please try again in a moment.",
    ],
    [
      "in words of its own",
      { status: 500, json: { error: "generate_image returned no results" } },
      "image_failed anew: The image server could not draw this. Please try again.",
    ],
    [
      "for what it shows",
      { status: 400, json: { detail: "NSFW content detected" } },
      "content_flagged final: This description was flagged as sensitive. Change the wording and try again.",
    ],
    [
      "for what it shows, told beside a black picture",
      { images: ["aaaa"], info: '{"has_nsfw_concept": [true]}' },
      "content_flagged final: This description was flagged as sensitive. Change the wording and try again.",
    ],
    [
      "with an empty list",
      { images: [] },
      "image_failed anew: The image server finished without a picture. Please try again.",
    ],
    [
      "with a picture that is none",
      { images: ["aaaa"] },
      "invalid_image final: The picture that came back could not be used. Please try again.",
    ],
    [
      "by a restart in the middle",
      { reset: true },
      "ai_unavailable anew: The image server stopped before the picture was done. Please try again.",
    ],
    [
      "without an end",
      { endless: true },
      "ai_unavailable anew: The image server did not finish in time. Please try again.",
    ],
    [
      "of the operator's fields",
      { status: 404, json: { detail: "Sampler not found" } },
      "ai_unavailable final: The image server of this site is not set up for this. Please tell the administrator of this site.",
    ],
  ])("%s", async (_, failure, expected) => {
    server.fail(failure);
    const usage: ProviderUsage[] = [];
    const work = painter({ deadlineMs: 400 }).make({
      ...request,
      onUsage: (one) => void usage.push(one),
    });
    const told = await work.then(
      () => "done",
      (error: AppError) => `${error.code} ${retryabilityOf(error)}: ${error.message}`,
    );
    expect(told).toBe(expected);
    expect(usage).toHaveLength(1);
    expect(server.calls).toHaveLength(1);
  });

  it("of the set-up is named by the check: address, password, sampler, model", async () => {
    await expect(painter().check?.()).resolves.toBeUndefined();
    const options = { sampler_name: "Euler z", override_settings: { sd_model_checkpoint: "gone" } };
    await expect(painter({ options }).check?.()).rejects.toThrow(
      "The server of SDAPI_URL lacks Euler z and gone of SDAPI_OPTIONS.",
    );
    await expect(painter({ url: `${server.url}/nothing` }).check?.()).rejects.toMatchObject({
      details: { advice: expect.stringContaining("no such interface") },
    });
    server.checkpoints.length = 0;
    await expect(painter().check?.()).rejects.toThrow("has no model");
    await open({ credentials: "ann:secret" });
    await expect(painter().check?.()).rejects.toMatchObject({
      details: { advice: expect.stringContaining("refused the user and password") },
    });
    await painter({ url: server.url.replace("//", "//ann:secret@") }).make(request);
    await server.close();
    await expect(painter().check?.()).rejects.toThrow("does not answer");
  });
});
