import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { retryabilityOf } from "@/lib/ai/provider-error";
import type { AppError } from "@/lib/platform/errors";
import { errorSummary, request } from "../replicate/support";
import { type ComfyUiServer, type Ending, type Fault, startComfyUi } from "./server";
import { painterAt } from "./support";

let server: ComfyUiServer;
const open = async (options: Parameters<typeof startComfyUi>[0] = {}) => {
  await server?.close();
  server = await startComfyUi(options);
};
beforeEach(() => open());
afterEach(() => server.close());

const failure = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: AppError) => `${error.code} ${retryabilityOf(error)}: ${error.message}`,
  );
const attempts = () => server.calls.filter((call) => call === "POST /prompt").length;

describe("a run that fails", () => {
  it.each<[string, Ending, string]>([
    [
      "for lack of memory",
      "memory",
      "image_failed anew: The image server ran out of memory for this picture. Please try again in a moment.",
    ],
    [
      "for what it shows",
      "nsfw",
      "content_flagged final: This description was flagged as sensitive. Change the wording and try again.",
    ],
    [
      "within a node",
      "crash",
      "image_failed anew: The image server could not draw this. Please try again.",
    ],
    [
      "with an empty list",
      "empty",
      "image_failed anew: The image server finished without a picture. Please try again.",
    ],
  ])("%s", async (_, ending, expected) => {
    server.end(ending);
    const work = painterAt(server).make(request);
    expect(await failure(work)).toBe(expected);
    await expect(work).rejects.not.toHaveProperty("cause.message", expect.stringMatching(/NSFW/));
  });

  it("does not fail for a picture of another size, which is cropped", async () => {
    server.end({ size: [1024, 512] });
    const { bytes } = await painterAt(server).make(request);
    const { width, height } = await sharp(bytes).metadata();
    expect(width / height).toBeCloseTo(768 / 1024, 1);
  });

  it("is cancelled in the queue and while it runs, without touching runs of other clients", async () => {
    await open({ takes: 40 });
    server.end("endless");
    server.occupy();
    await expect.poll(() => server.isRunning()).toBe(true);
    const { deferred } = painterAt(server);
    const ticket = deferred.createTicket(request);
    const first = await deferred.create(request);
    // It waits behind another client's run, which goes on.
    expect(await deferred.fetchResult(first, ticket)).toBeNull();
    await deferred.cancel(first);
    expect(server.prompts().map(([, id]) => id)).not.toContain(first);
    expect(server.isRunning()).toBe(true);

    await open({ takes: 40 });
    server.end("endless");
    const own = painterAt(server).deferred;
    const running = await own.create(request);
    await expect.poll(() => server.isRunning()).toBe(true);
    await own.cancel(running);
    await expect.poll(() => failure(own.fetchResult(running, ticket))).toMatch(/stopped before/);
  });

  it("because the server restarted may be drawn again", async () => {
    await open({ takes: 200 });
    const { deferred } = painterAt(server);
    const ticket = deferred.createTicket(request);
    const id = await deferred.create(request);
    expect(await deferred.fetchResult(id, ticket)).toBeNull();
    server.restart();
    expect(await failure(deferred.fetchResult(id, ticket))).toBe(
      "ai_unavailable anew: The image server stopped before the picture was done. Please try again.",
    );
  });

  it("is not a slow one: loading the model may take its time", async () => {
    await open({ loads: 900 });
    const start = performance.now();
    await painterAt(server).make(request);
    expect(performance.now() - start).toBeGreaterThan(850);
  });
});

describe("a call that fails", () => {
  const unsure = { code: "ai_unavailable", retryability: "unknown" };
  const anew = { code: "ai_unavailable", retryability: "anew" };
  it.each<[string, string, Fault, object]>([
    ["the prompt, before it was taken", "POST /prompt", { reset: "before" }, unsure],
    ["the prompt, after it was taken", "POST /prompt", { reset: "after" }, unsure],
    ["the prompt, by a proxy", "POST /prompt", { status: 502 }, unsure],
    ["the upload", "GET /object_info", { reset: "before" }, anew],
    ["the look at the history", "GET /history", { reset: "before" }, unsure],
    ["the picture", "GET /view", { status: 404 }, { code: "image_failed", retryability: "anew" }],
    [
      "the prompt, for a password",
      "POST /prompt",
      { status: 401 },
      { code: "ai_unavailable", retryability: "final" },
    ],
    [
      "the prompt, in a rush",
      "POST /prompt",
      { status: 429 },
      { code: "ai_rate_limited", retryability: "anew", wait: 10 },
    ],
  ])("%s", async (_, call, fault, expected) => {
    server.next(call, fault);
    expect(await errorSummary(painterAt(server).make(request))).toEqual(expected);
  });

  it("is found again where its answer was lost", async () => {
    server.next("POST /prompt", { reset: "after" });
    const { deferred } = painterAt(server);
    const ticket = deferred.createTicket(request);
    await expect(deferred.create(request)).rejects.toMatchObject({ retryability: "unknown" });
    const [id = ""] = await deferred.find(ticket, new Date());
    await expect.poll(() => deferred.fetchResult(id, ticket)).toMatchObject({ faces: [] });
    expect(attempts()).toBe(1);
    const other = deferred.createTicket({ ...request, attemptId: "job:2" });
    expect(await deferred.find(other, new Date())).toEqual([]);
  });

  it("for a server that is not there", async () => {
    await server.close();
    const painter = painterAt(server);
    expect(await errorSummary(painter.make(request))).toEqual(anew);
    await expect(painter.check?.()).rejects.toThrow("The image server does not answer.");
  });
});

describe("what is missing", () => {
  it("is named by the check, for all workflows at once", async () => {
    await expect(painterAt(server).check?.()).resolves.toBeUndefined();
    await open();
    delete server.nodes.TextEncodeQwenImageEditPlus;
    const [checkpoints] = server.nodes.CheckpointLoaderSimple?.input.required.ckpt_name ?? [];
    (checkpoints as string[]).length = 0;
    await expect(painterAt(server).check?.()).rejects.toThrow(
      "edit-with-references: ComfyUI lacks the node TextEncodeQwenImageEditPlus. masked-repair: ComfyUI lacks the file sd_xl_base_1.0.safetensors (CheckpointLoaderSimple, ckpt_name). text-to-picture: ComfyUI lacks the file",
    );
  });

  it("stops a request before it is queued; the author is sent to the administrator", async () => {
    delete server.nodes.KSampler;
    await expect(painterAt(server).make(request)).rejects.toMatchObject({
      message:
        "The image server of this site is not set up for this. Please tell the administrator of this site.",
      details: { advice: "ComfyUI lacks the node KSampler (workflow text-to-picture)." },
    });
    expect(attempts()).toBe(0);
  });

  it("is also read from a refusal", async () => {
    const error = {
      type: "missing_node_type",
      message: "Node 'x' not found",
      extra_info: { class_type: "Odd" },
    };
    server.next("POST /prompt", { status: 400, body: JSON.stringify({ error, node_errors: {} }) });
    await expect(painterAt(server).make(request)).rejects.toMatchObject({
      details: { advice: "ComfyUI lacks the node Odd, which the workflow text-to-picture uses." },
    });
  });

  it("can be a workflow, for a new picture or for a change", async () => {
    const painter = painterAt(server, { folder: "docs/decisions" });
    await expect(painter.check?.()).rejects.toThrow("There is no workflow");
    await expect(painter.make(request)).rejects.toMatchObject({ code: "ai_unavailable" });
    const initialImage = { bytes: new Uint8Array() };
    await expect(painter.make({ ...request, initialImage })).rejects.toMatchObject({
      message:
        "The image server of this site cannot change a picture. A new one can be made instead.",
    });
  });
});
