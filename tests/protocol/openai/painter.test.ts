import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOpenAiPainter } from "@/lib/ai/openai/painter";
import type { PaintRequest } from "@/lib/ai/painter";
import { markedChange, toPng } from "@/lib/ai/pictures";
import { clearRetired } from "@/lib/ai/retired-models";
import type { ProviderUsage } from "@/lib/ai/usage";
import { isPermanent } from "@/lib/generation/jobs/job-service";
import { AppError } from "@/lib/platform/errors";
import { pictureReply } from "./pictures";
import { type OpenAiServer, startOpenAiServer } from "./server";

const key = "sk-a-secret-of-the-tests";
let server: OpenAiServer;
let usages: ProviderUsage[];

beforeEach(async () => {
  clearRetired();
  usages = [];
  server = await startOpenAiServer({
    key,
    answers: { generation: pictureReply, edit: pictureReply },
  });
});
afterEach(() => server.close());

const painterOf = (model = "gpt-image-1", limits: { limit?: number } = {}, apiKey = key) =>
  createOpenAiPainter({ apiKey, baseUrl: server.url, model, ...limits });

const portrait = { bytes: new Uint8Array(), mediaType: "image/png" };
beforeEach(async () => {
  const create = { width: 64, height: 64, channels: 3 as const, background: "#a33" };
  portrait.bytes = await sharp({ create }).png().toBuffer();
  face.bytes = portrait.bytes;
});

const request = (more: Partial<PaintRequest> = {}): PaintRequest => ({
  kind: "panel",
  prompt: "Mara finds the lamp.",
  artStyle: "watercolor",
  width: 768,
  height: 1024,
  seed: "seed",
  figures: [],
  model: "flux-kontext-pro",
  attemptId: "job:1",
  onUsage: (usage) => usages.push(usage),
  ...more,
});

async function failure(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error("it succeeded"),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw error;
  return error;
}

const face = {
  role: "face" as const,
  name: "Mara",
  label: "",
  mediaId: "1",
  characterId: "1",
  bytes: new Uint8Array(),
};
const mara = { id: "1", name: "Mara", description: "Red hair." };

describe("painter of OpenAI: success", () => {
  it.each([
    ["gpt-image-1", 768, 1024, "1024x1536"],
    ["gpt-image-1", 1024, 683, "1536x1024"],
    ["gpt-image-1", 1024, 1024, "1024x1024"],
    ["gpt-image-2.6-sunburst", 768, 1024, "768x1024"],
    ["gpt-image-2.6-sunburst", 1024, 683, "1024x688"],
    ["gpt-image-2.6-flare", 900, 200, "1408x480"],
    ["dall-e-3", 768, 1024, "1024x1792"],
    ["stable-diffusion", 1024, 683, "1024x688"],
  ])("%s, %i by %i", async (model, width, height, size) => {
    const painted = await painterOf(model).make(request({ width, height, figures: [mara] }));
    expect(server.violations).toEqual([]);
    expect(server.calls.map(({ kind }) => kind)).toEqual(["generation"]);
    expect(server.calls[0]?.body).toMatchObject({ model, size, n: 1 });
    expect(server.calls[0]?.body.prompt).toContain("Mara: Red hair.");
    const { format, ...found } = await sharp(painted.bytes).metadata();
    expect([format, found.width, found.height]).toEqual(["jpeg", width, height]);
    expect(painted).toMatchObject({ faces: [] });
  });

  it("passes references in the order of the prompt", async () => {
    await painterOf().make(request({ figures: [mara], references: [face] }));
    expect(server.violations).toEqual([]);
    expect(server.calls.map(({ kind }) => kind)).toEqual(["edit"]);
    expect(server.calls[0]?.body.image).toEqual([
      { name: "image-1.jpg", type: "image/jpeg", size: expect.any(Number) },
    ]);
    expect(painterOf().maxReferences("")).toBe(4);
  });

  it("changes a picture", async () => {
    await painterOf("stable-diffusion").make(request({ kind: "free", initialImage: portrait }));
    expect(server.violations).toEqual([]);
    expect(server.calls[0]).toMatchObject({ kind: "edit", body: { size: "768x1024" } });
    const error = await failure(painterOf("dall-e-3").make(request({ initialImage: portrait })));
    expect(error.code).toBe("image_failed");
    expect(isPermanent(error)).toBe(true);
    expect(server.calls).toHaveLength(1);
  });

  it("sends a mask as the API wants it: transparent where the picture changes, of one size", async () => {
    const picture = await sharp({
      create: { width: 1600, height: 800, channels: 3, background: "#38c" },
    })
      .jpeg()
      .toBuffer();
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="800"><rect width="100%" height="100%"/><rect width="800" height="800" fill="#fff"/></svg>`;
    const mask = {
      png: await sharp(Buffer.from(svg)).removeAlpha().toColourspace("b-w").png().toBuffer(),
      box: { x: 0, y: 0, width: 0.5, height: 1 },
    };
    const sent = { picture: await toPng(picture), mask: await markedChange(mask.png, picture) };
    const size = { width: 1280, height: 640, format: "png" };
    expect(await sharp(sent.picture).metadata()).toMatchObject(size);
    expect(await sharp(sent.mask).metadata()).toMatchObject({ ...size, hasAlpha: true });
    const alpha = await sharp(sent.mask).extractChannel(3).raw().toBuffer();
    expect([alpha[0], alpha[1279]]).toEqual([0, 255]);

    const repair = { initialImage: { bytes: picture }, mask, figures: [mara], references: [face] };
    await painterOf().make(request(repair));
    expect(server.violations).toEqual([]);
    expect(server.calls[0]?.body).toMatchObject({
      image: [{ name: "image-1.png", type: "image/png" }, { name: "image-2.jpg" }],
      mask: { name: "mask.png", type: "image/png" },
      prompt: expect.stringContaining("only the masked part of the first picture"),
    });
    expect(painterOf().takesMask?.("")).toBe(true);
    expect(painterOf("stable-diffusion").takesMask?.("")).toBe(false);
  });

  it("reports the cost of a picture", async () => {
    await painterOf().make(request());
    expect(usages).toMatchObject([
      {
        provider: "openai",
        model: "gpt-image-1",
        kind: "image",
        outcome: "completed",
        units: { images: 1, inputTokens: 50, outputTokens: 1056 },
        requestId: "req_inkwright",
      },
    ]);
  });
});

describe("painter of OpenAI: failures", () => {
  const busy = { status: 429, code: "rate_limit_exceeded" };
  const blocked = { status: 400, code: "moderation_blocked", type: "image_generation_user_error" };

  it.each([
    ["401", { status: 401, code: "invalid_api_key" }, "ai_unavailable", true],
    ["402", { status: 402 }, "ai_unavailable", true],
    ["403", { status: 403 }, "ai_unavailable", true],
    ["404", { status: 404 }, "ai_unavailable", true],
    ["quota", { status: 429, code: "billing_hard_limit_reached" }, "ai_unavailable", true],
    [
      "429 with Retry-After",
      { ...busy, headers: { "retry-after": "9" } },
      "ai_rate_limited",
      false,
    ],
    ["429 without", busy, "ai_rate_limited", false],
    ["500", { status: 500 }, "ai_unavailable", false],
    ["no memory left", { status: 500, message: "CUDA out of memory." }, "ai_unavailable", false],
    ["a model that loads", { status: 503, message: "Loading model" }, "ai_unavailable", false],
    ["reset before it was taken", { reset: "before" }, "ai_unavailable", false],
    ["reset after it was taken", { reset: "after" }, "ai_unavailable", false],
    ["cut body", { raw: '{"data":[{"b64_js', type: "application/json" }, "ai_unavailable", false],
    ["wrong JSON", { json: { data: [{}] } }, "invalid_image", true],
    ["nothing left by a filter", { json: { data: [] } }, "content_flagged", true],
    ...[
      "All generated images contained NSFW content. Try another prompt.",
      "Blocked by our moderation system.",
      "Your prompt may contain sensitive words.",
      "The image was rejected for safety reasons.",
    ].map((message) => [message, { status: 400, message }, "content_flagged", true] as const),
    [
      "a parameter with such a word",
      { status: 400, message: "Unknown parameter: 'moderation'." },
      "ai_unavailable",
      true,
    ],
    ["no picture", { json: { data: [{ b64_json: "aGVsbG8=" }] } }, "invalid_image", true],
    ["content refusal", blocked, "content_flagged", true],
  ] as const)("%s", async (_, reply, code, isFinal) => {
    server.next("generation", reply);
    const error = await failure(painterOf().make(request()));
    expect(error.code).toBe(code);
    expect(isPermanent(error)).toBe(isFinal);
    expect(error.details.retryAfter).toBe("headers" in reply ? 9 : undefined);
    expect(server.calls).toHaveLength(1);
    // A call without a response may be paid for; a refused one is not.
    const isUnheard = "reset" in reply || ("raw" in reply && code === "ai_unavailable");
    expect(usages.some(({ outcome }) => outcome === "unknown")).toBe(isUnheard);
  });

  it.each([
    ["gpt-image-1", { status: 404, code: "model_not_found" }],
    ["gpt-image-1-mini", { status: 410 }],
    ["dall-e-3", { status: 404, code: "model_not_found" }],
  ] as const)("%s is retired: its successor paints, now and from now on", async (model, gone) => {
    server.next("generation", gone);
    const painter = painterOf(model);
    await painter.make(request());
    await painter.make(request({ figures: [mara], references: [face] }));
    const successor = "gpt-image-2.6-sunburst";
    expect(server.violations).toEqual([]);
    expect(server.calls.map(({ body }) => body.model)).toEqual([model, successor, successor]);
    expect(server.calls[2]).toMatchObject({ kind: "edit", body: { size: "768x1024" } });
    expect(usages.map((usage) => usage.model)).toEqual([successor, successor]);
    expect(painter).toMatchObject({ name: successor, onlyModel: successor });
    expect(painter.maxReferences("")).toBe(16);
  });

  it("retired with its successor: an error, after one request to each", async () => {
    const gone = { status: 404, code: "model_not_found" };
    server.next("generation", gone, gone);
    const error = await failure(painterOf().make(request()));
    expect([error.code, isPermanent(error)]).toEqual(["ai_unavailable", true]);
    expect(server.calls).toHaveLength(2);
  });

  it("hang: aborted", async () => {
    server.next("generation", { hang: true });
    const hasty = painterOf("gpt-image-1", { limit: 150 });
    expect((await failure(hasty.make(request()))).code).toBe("ai_unavailable");
    expect(server.created("generation")).toBe(1);
    expect(usages).toMatchObject([{ outcome: "unknown", units: { images: 1 } }]);
  });

  it("no connection: nothing was charged", async () => {
    const gone = await startOpenAiServer({ key });
    await gone.close();
    const nowhere = createOpenAiPainter({ apiKey: key, baseUrl: gone.url, model: "gpt-image-1" });
    expect((await failure(nowhere.make(request()))).code).toBe("ai_unavailable");
    expect(usages).toEqual([]);
  });

  it("slow drip: aborted", async () => {
    server.next("generation", { drip: 20 });
    const hasty = painterOf("gpt-image-1", { limit: 200 });
    expect((await failure(hasty.make(request()))).code).toBe("ai_unavailable");
  });

  it("a truncated picture is refused", async () => {
    const { json } = await pictureReply({ size: "1024x1536" });
    const [{ b64_json }] = json.data as [{ b64_json: string }];
    server.next("generation", { json: { data: [{ b64_json: b64_json.slice(0, 400) }] } });
    expect((await failure(painterOf().make(request()))).code).toBe("invalid_image");
    expect(usages).toMatchObject([{ outcome: "completed" }]);
  });
});
