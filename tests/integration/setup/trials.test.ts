import { readFileSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import { overrideProviders } from "@/lib/ai";
import { createComfyUiPainter } from "@/lib/ai/comfyui/painter";
import { demoPainter, demoWriter } from "@/lib/ai/demo";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import type { Setup, Trial, TrialResult } from "@/lib/setup/schema";
import { startComfyUi } from "@/tests/protocol/comfyui/server";
import { TestPainter, TestWriter } from "../generation/support";
import { person } from "../http/harness";

afterEach(async () => {
  overrideProviders({
    painter: demoPainter(),
    otherPainters: [],
    comfyUi: null,
    writer: demoWriter(),
  });
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
      ...{ name: "My comic", source: "setup", kind: "text", pictures: 0, problem: null },
      missing: ["the node KSampler"],
    },
  ]);
  const refused: [string, RegExp][] = [
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
