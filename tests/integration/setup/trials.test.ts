import { readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import { overrideProviders } from "@/lib/ai";
import { createComfyUiPainter } from "@/lib/ai/comfyui/painter";
import { demoPainter, demoWriter } from "@/lib/ai/demo";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import type { Setup, Trial, TrialResult } from "@/lib/setup/schema";
import { tryVision } from "@/lib/vision/trial-service";
import { startComfyUi } from "@/tests/protocol/comfyui/server";
import { TestPainter, TestWriter } from "../generation/support";
import { person } from "../http/harness";

afterEach(async () => {
  overrideProviders({
    painter: demoPainter(),
    otherPainters: [],
    comfyUi: null,
    writer: demoWriter(),
    vision: null,
  });
  Object.assign(env(), { DAILY_BUDGET: undefined });
  await Promise.all([db.comfyUiWorkflow.deleteMany(), db.rateLimit.deleteMany()]);
});
const administrator = () => person("admin", { isAdministrator: true });

const outcomesOf = async (admin: Awaited<ReturnType<typeof administrator>>) => {
  const { trials } = (await admin.post("/setup/check")).body.data as Setup;
  const results: [string, TrialResult][] = [];
  for (const trial of trials) {
    const { body, text } = await admin.post("/setup/trials", trial);
    expect(body.data, text).toBeDefined();
    results.push([`${trial.engine}: ${trial.trial}`, body.data]);
  }
  return results;
};

it("the demo studio is tried in everything that it offers", async () => {
  overrideProviders({
    painter: demoPainter(),
    otherPainters: [],
    writer: demoWriter({ durationMs: 0 }),
  });
  const results = await outcomesOf(await administrator());
  expect(results.map(([name]) => name)).toEqual([
    "Demo studio: picture",
    "Demo studio: edit",
    "Demo studio: mask",
    "Demo studio: reference",
    "Demo studio: script",
  ]);
  for (const [name, { outcome, detail }] of results) {
    expect(outcome, `${name} ${detail}`).not.toBe("fails");
    expect(outcome === "unable").toBe(detail?.startsWith("It takes no") ?? false);
  }
  expect(results[0]?.[1].outcome).toBe("works");
  expect(results[4]?.[1].outcome).toBe("works");
});

it("each configured engine is tried, and says what is missing", async () => {
  const server = await startComfyUi();
  const comfyUi = createComfyUiPainter({
    url: server.url,
    folder: "docs/workflows",
    deadlineMs: 9_000,
  });
  const broken = new TestPainter(async () => {
    throw new AppError("ai_unavailable", "It is away.", { advice: "Its address is wrong." });
  });
  // Its third request, the one with a mask, shows that it takes none.
  Object.assign(broken, { takesMask: () => broken.requests.length < 3 });
  overrideProviders({
    painter: comfyUi,
    otherPainters: [broken],
    comfyUi,
    writer: new TestWriter(["{}"]),
  });
  const admin = await administrator();
  const results = await outcomesOf(admin);
  const shortly = ([name, { outcome, detail }]: [string, TrialResult]) => [name, outcome, detail];
  expect(results.map(shortly)).toEqual([
    ["ComfyUI: picture", "works", null],
    ["ComfyUI: edit", "works", null],
    ["ComfyUI: mask", "works", null],
    ["ComfyUI: reference", "works", null],
    ["Test painter: picture", "fails", "Its address is wrong."],
    ["Test painter: edit", "fails", "Its address is wrong."],
    ["Test painter: mask", "unable", expect.stringMatching(/^It takes no mask/)],
    ["Test painter: reference", "unable", expect.stringMatching(/^It takes no reference/)],
    ["Test writer: script", "fails", "It answered, but not in the form that was asked for."],
  ]);
  const ledger = await db.providerCall.findMany({
    where: { userId: admin.id, provider: "comfyui" },
  });
  expect(ledger.map(({ costMicros, outcome }) => [Number(costMicros), outcome])).toEqual(
    Array(4).fill([0, "completed"]),
  );
  await server.close();
});

it("a trial is paid within the budget, and two presses at once run one", async () => {
  const drawn = Promise.withResolvers<void>();
  const painter = new TestPainter(async () => {
    await drawn.promise;
    return {};
  });
  Object.assign(painter, {
    demo: false,
    billed: () => ({ provider: "openai", model: "dall-e-3" }),
  });
  overrideProviders({ painter, otherPainters: [], writer: demoWriter({ durationMs: 0 }) });
  const admin = await administrator();
  const trial: Trial = { engine: painter.name, trial: "picture" };
  const press = () => admin.post("/setup/trials", trial);
  Object.assign(env(), { DAILY_BUDGET: 1 });
  const first = press();
  await expect.poll(() => painter.requests.length).toBe(1);
  expect(await db.budgetReservation.findMany({ where: { userId: admin.id } })).toMatchObject([
    { amountMicros: 80_000n },
  ]);
  expect(await press()).toMatchObject({
    status: 409,
    body: { message: "A trial is running already. Please wait until it has ended." },
  });
  drawn.resolve();
  expect((await first).body.data).toMatchObject({ outcome: "works" });
  expect(await db.budgetReservation.count({ where: { userId: admin.id } })).toBe(0);
  Object.assign(env(), { DAILY_BUDGET: 0 });
  expect(await press()).toMatchObject({
    status: 402,
    body: { message: expect.stringMatching(/^The budget of this site for AI is used up/) },
  });
  // The vision model is tried at the site's cost.
  const answer = vi.fn();
  const eyes = { name: "Eyes", demo: false, detectFaces: async () => [], answer };
  const billed = () => ({ provider: "openai", model: "gpt-4.1-mini" });
  overrideProviders({ vision: { ...eyes, billed } });
  await expect(tryVision()).rejects.toMatchObject({ code: "budget_exceeded" });
  expect(answer).not.toHaveBeenCalled();
  expect(painter.requests).toHaveLength(1);
});

it("a workflow is kept, shown with what it lacks, and deleted; a wrong one says why", async () => {
  const server = await startComfyUi();
  delete server.nodes.KSampler;
  const comfyUi = createComfyUiPainter({ url: server.url, deadlineMs: 9_000 });
  overrideProviders({ painter: comfyUi, comfyUi });
  const admin = await administrator();
  const keep = (json: string | null, name = "My comic") =>
    admin.put("/setup/workflows", { name, json });
  const graph = readFileSync("docs/workflows/text-to-picture.json", "utf8");
  const kept = (await keep(graph)).body.data as Setup;
  expect(kept.workflows).toEqual([
    {
      name: "My comic",
      source: "setup",
      kind: "text",
      pictures: 0,
      problem: null,
      missing: ["the node KSampler"],
    },
  ]);
  const { ports } = (await admin.post("/setup/check")).body.data as Setup;
  expect(ports.find(({ port }) => port === "pictures")?.lastError).toBe(
    "My comic: ComfyUI lacks the node KSampler.",
  );
  const refused: [string, RegExp][] = [
    ["{},\n".repeat(500_000), /at most 400,000 characters/],
    ["no JSON", /no workflow in ComfyUI's API format/],
    ['{"nodes":[],"links":[]}', /Export \(API\)/],
    [graph.replace('"title": "prompt"', '"title": "words"'), /No node is titled 'prompt'/],
    [
      graph.replace('"title": "seed"', '"title": "mask"'),
      /titled 'mask' \(KSampler\) has no input image/,
    ],
  ];
  for (const [json, message] of refused) {
    const { status, body } = await keep(json);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ field: "json", message: expect.stringMatching(message) }]);
  }
  expect((await keep(graph, "../x")).status).toBe(400);
  expect(((await keep(null)).body.data as Setup).workflows).toEqual([]);
  const author = await person();
  expect((await author.put("/setup/workflows", { name: "x", json: graph })).status).toBe(404);
  const trial: Trial = { engine: "ComfyUI", trial: "picture" };
  expect((await author.post("/setup/trials", trial)).status).toBe(404);
  expect((await admin.post("/setup/trials", { ...trial, engine: "gone" })).status).toBe(404);
  await server.close();
});
