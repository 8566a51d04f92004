import sharp from "sharp";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createReplicateClient } from "@/lib/ai/replicate/client";
import type { Fault } from "./faults";
import { type Ending, startReplicateServer } from "./server";
import { errorSummary, painterAt, request, token } from "./support";

const server = await startReplicateServer({ token, takes: 5 });
afterAll(() => server.close());
beforeEach(() => server.forget());

/** Where nothing comes it is not awaited long. */
const paint = (fault?: Fault) => {
  const isEndless = fault && ("hang" in fault || "drip" in fault);
  return errorSummary(painterAt(server, isEndless ? { timeoutMs: 300 } : {}).make(request));
};
const creations = () => server.calls.filter(({ kind }) => kind === "create").length;

const unsure = { code: "ai_unavailable", retryability: "unknown" };
const final = (code: string) => ({ code, retryability: "final" });
const anew = (code: string, wait?: number) => ({
  code,
  retryability: "anew",
  ...(wait ? { wait } : {}),
});

describe("a creation that fails", () => {
  const throttled = "Request was throttled. Your rate limit resets in ~30s.";
  it.each<[string, Fault, object, number]>([
    ["401", { status: 401 }, final("ai_unavailable"), 0],
    ["402", { status: 402, detail: "Insufficient credit" }, final("ai_unavailable"), 0],
    ["422", { status: 422, detail: "- input: no" }, final("image_failed"), 0],
    [
      "422 for its content",
      { status: 422, detail: "The input was flagged as sensitive. (E005)" },
      final("content_flagged"),
      0,
    ],
    [
      "429 with Retry-After",
      { status: 429, headers: { "retry-after": "7" } },
      anew("ai_rate_limited", 7),
      0,
    ],
    [
      "429 that says it in words",
      { status: 429, detail: throttled },
      anew("ai_rate_limited", 30),
      0,
    ],
    ["429 that says nothing", { status: 429 }, anew("ai_rate_limited", 10), 0],
    ["500", { status: 500 }, unsure, 0],
    ["a reset before it was taken", { reset: "before" }, unsure, 0],
    ["a reset after it was taken", { reset: "after" }, unsure, 1],
    ["no answer", { hang: true }, unsure, 1],
    ["a cut answer", { cut: true }, unsure, 1],
    ["an answer without an end", { drip: true }, unsure, 1],
    ["no JSON", { garbage: "<html>" }, unsure, 1],
    ["other JSON", { garbage: '{"id":7}' }, unsure, 1],
  ])("by %s is one request", async (_, fault, error, taken) => {
    server.next("create", fault);
    expect(await paint(fault)).toEqual(error);
    expect([creations(), server.predictions.length]).toEqual([1, taken]);
  });

  it("by a wrong token is one request, with an error that does not contain it", async () => {
    const failure = await painterAt(server, { token: "r8_wrong" })
      .make(request)
      .catch((error: Error) => error);
    expect(failure).toMatchObject({
      message: "The image service does not accept this site's key. Please tell its administrator.",
    });
    expect(JSON.stringify(failure) + String((failure as Error).cause)).not.toContain("r8_wrong");
    expect(creations()).toBe(1);
  });
});

describe("a prediction that fails", () => {
  it.each<[string, Ending, object]>([
    [
      "for its content",
      {
        failed:
          "The input or output was flagged as sensitive. Please try again with different inputs. (E005) (x1)",
      },
      final("content_flagged"),
    ],
    ...[
      "All generated images contained NSFW content. Try running it again with a different prompt.",
      "The prompt was blocked by content moderation",
      "Output rejected for safety",
      "Sensitive content detected",
    ].map((failed): [string, Ending, object] => [
      `for its content, in words of its own: ${failed}`,
      { failed },
      final("content_flagged"),
    ]),
    ["with nothing left", "emptied", final("content_flagged")],
    [
      "for a parameter with such a word",
      { failed: "safety_tolerance must be at most 2" },
      anew("image_failed"),
    ],
    [
      "for load",
      {
        failed:
          "Service is currently unavailable due to high demand. Please try again later. (E003)",
      },
      anew("ai_rate_limited", 10),
    ],
    ["for nothing known", { failed: "Prediction interrupted (PA)" }, anew("image_failed")],
    ["by being ended", "canceled", anew("ai_unavailable")],
  ])("%s costs one creation", async (_, ending, error) => {
    server.end(ending);
    expect(await paint()).toEqual(error);
    expect(server.predictions).toHaveLength(1);
  });

  it("keeps the author's text out of the log", async () => {
    server.end({ failed: `No: ${request.prompt}` });
    const error = await painterAt(server)
      .make({ ...request, kind: "free" })
      .catch((failure: Error) => failure);
    expect(String((error as Error).cause)).not.toContain("One panel");
  });
});

describe("a result that fails", () => {
  const bomb = async () => ({
    bytes: await sharp({
      create: { width: 12_000, height: 12_000, channels: 3, background: "#000" },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer(),
    mediaType: "image/png",
    extension: "png",
  });
  const html = { bytes: Buffer.from("<p>no"), mediaType: "text/html", extension: "html" };
  const disguised = { ...html, mediaType: "image/jpeg", extension: "jpg" };
  const svg = {
    bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    mediaType: "image/svg+xml",
    extension: "svg",
  };
  const unusable = final("invalid_image");

  it.each([
    ["a decompression bomb", bomb],
    ["HTML", async () => html],
    ["HTML said to be a picture", async () => disguised],
    ["SVG", async () => svg],
  ])("S14 by being %s is refused, within limits", async (_, output) => {
    const made = await output();
    const before = process.memoryUsage().rss;
    server.end({ output: made });
    expect(await paint()).toEqual(unusable);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
    expect(server.predictions).toHaveLength(1);
  });

  it.each<[string, Fault, object]>([
    ["gone", { status: 404 }, final("image_failed")],
    ["cut", { cut: true }, unsure],
    ["slow without an end", { drip: true }, unsure],
    ["not sent", { hang: true }, unsure],
    ["away", { status: 503 }, unsure],
    [
      "somewhere else",
      { status: 302, headers: { location: "http://127.0.0.1:1/picture.jpg" } },
      final("invalid_image"),
    ],
  ])("S13 S14 by being %s is not paid again", async (_, fault, error) => {
    server.next("output", fault);
    expect(await paint(fault)).toEqual(error);
    expect(server.predictions).toHaveLength(1);
  });
});

describe("polling a prediction", () => {
  it.each<[string, Fault, object]>([
    [
      "429",
      { status: 429, headers: { "retry-after": "3" } },
      { code: "ai_rate_limited", retryability: "unknown", wait: 3 },
    ],
    ["500", { status: 500 }, unsure],
    ["a reset", { reset: "before" }, unsure],
    ["wrong JSON", { garbage: "{}" }, unsure],
    ["404", { status: 404 }, final("image_failed")],
  ])("%s leaves the prediction pending", async (_, fault, error) => {
    server.next("get", fault);
    expect(await paint()).toEqual(error);
    expect(server.predictions).toHaveLength(1);
  });

  it("cancels a prediction, and accepts that one has ended", async () => {
    server.end("never");
    const { deferred } = painterAt(server);
    await deferred.cancel(await deferred.create(request));
    expect(server.predictions[0]?.status).toBe("canceled");
    const client = createReplicateClient({ token, baseUrl: server.url });
    const { id = "" } = server.predictions[0] ?? {};
    await client.cancel("image", id);
    await client.cancel("image", "nobodyknowsthisone");
  });
});
