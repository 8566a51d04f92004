import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { replaceStorage, storage } from "@/lib/platform/storage";
import { ask, call, endpoint, formerKey, hashOf, key, server, strangerKey } from "./app";
import { canonical, signatureOf } from "./server";
import { callBody, headersOfAnswer, operations } from "./specification";

describe("4.4 calls", () => {
  const tick = { name: "inngest/scheduled.timer", id: "01J0TICK", data: { cron: "17 * * * *" } };

  it("runs a step, then ends with what the function returned", async () => {
    const first = await call("prune-expired", { event: tick });
    expect(first.response.status).toBe(206);
    for (const name of headersOfAnswer) expect(first.response.headers.get(name)).toBeTruthy();
    const [step] = operations.parse(first.json);
    expect(step).toMatchObject({ id: hashOf("prune"), op: "StepRun", displayName: "prune" });
    expect(step?.data).toMatchObject({ rateLimits: expect.any(Number) });
    const second = await call("prune-expired", {
      event: tick,
      steps: { [hashOf("prune")]: { type: "data", data: { rateLimits: 3 } } },
    });
    expect(second.response.status).toBe(200);
    expect(second.json).toEqual({ rateLimits: 3 });
  });

  it("ends without an error where the job is deleted, without a provider call", async () => {
    const event = {
      name: "portrait/requested",
      id: "01J0GONE",
      data: { jobId: randomUUID(), ownerId: randomUUID() },
    };
    const { response, json } = await call("paint-portrait", { event });
    expect(response.status).toBe(206);
    const [step] = operations.parse(json);
    expect(step).toMatchObject({ id: hashOf("paint"), op: "StepRun" });
    expect(step?.data ?? null).toBeFalsy();
  });

  it("reports a step that fails, with its error, for another try", async () => {
    const before = replaceStorage({
      ...storage(),
      // biome-ignore lint/correctness/useYield: it fails before it has anything
      list: async function* () {
        throw new Error("the store is away");
      },
    });
    const steps = { [hashOf("pictures")]: { type: "data", data: 0 } };
    const { response, json } = await call("sweep-media", { event: tick, steps });
    replaceStorage(before);
    expect(response.status).toBe(206);
    expect(operations.parse(json)[0]).toMatchObject({
      id: hashOf("objects"),
      op: "StepError",
      error: { name: "Error", message: "the store is away" },
    });
  });

  it("refuses an unknown event for good", async () => {
    const event = { name: "portrait/requested", id: "01J0BAD", data: { jobId: "no id" } };
    const { response } = await call("paint-portrait", { event });
    expect([response.status, response.headers.get("x-inngest-no-retry")]).toEqual([400, "true"]);
  });

  it("runs the one requested step, and plans where it may not run", async () => {
    const planned = await call("prune-expired", {
      event: tick,
      ctx: { disable_immediate_execution: true },
    });
    expect(planned.response.status).toBe(206);
    expect(operations.parse(planned.json)[0]).toMatchObject({
      id: hashOf("prune"),
      op: "StepPlanned",
    });
    const body = callBody({ event: tick, ctx: { disable_immediate_execution: true } });
    const query = `?fnId=inkwright-prune-expired&stepId=${hashOf("prune")}`;
    const ran = await ask("POST", { query, body });
    expect(operations.parse(ran.json)[0]).toMatchObject({ id: hashOf("prune"), op: "StepRun" });
  });

  it("4.4.2 fetches data that was too large for the call", async () => {
    server.answers.set("/v0/runs/01J000000000000000000RUNID/batch", { status: 200, body: [tick] });
    server.answers.set("/v0/runs/01J000000000000000000RUNID/actions", {
      status: 200,
      body: { [hashOf("prune")]: { type: "data", data: "from the server" } },
    });
    const { response, json } = await call("prune-expired", { event: {}, ctx: { use_api: true } });
    expect([response.status, json]).toEqual([200, "from the server"]);
    expect(server.calls.map(({ path }) => path.split("/").at(-1)).sort()).toEqual([
      "actions",
      "batch",
    ]);
  });

  it("continues with the next step after a checkpoint, where the server supports that", async () => {
    const { response, json } = await call("refresh-popularity", {
      event: { ...tick, data: { cron: "*/5 * * * *" } },
      ctx: { fn_id: randomUUID(), qi_id: "a-queue-item" },
    });
    expect(response.status).toBe(206);
    const path = "/v1/checkpoint/01J000000000000000000RUNID/async";
    const saved = server.calls.filter((each) => each.path === path);
    const body = z.object({ qi_id: z.literal("a-queue-item"), steps: operations });
    expect(saved.flatMap((each) => body.parse(each.body).steps.map(({ id }) => id))).toEqual([
      hashOf("roll-up-views"),
      hashOf("rank"),
    ]);
    expect(operations.parse(json).map(({ op }) => op)).toEqual(["RunComplete"]);
  });

  it("does without checkpoints where the server has none", async () => {
    server.answers.set("/v1/checkpoint", { status: 404, body: { error: "no such path" } });
    const { response, json } = await call("prune-expired", {
      event: tick,
      ctx: { fn_id: randomUUID(), qi_id: "a-queue-item" },
    });
    expect(response.status).toBe(206);
    expect(operations.parse(json)[0]).toMatchObject({ id: hashOf("prune") });
  });

  it("is 500 for an unknown function", async () => {
    const { response } = await call("no-such-function", { event: tick });
    expect(response.status).toBe(500);
  });
});

describe("4.1.3 who may call", () => {
  const body = callBody({ event: { name: "inngest/scheduled.timer", id: "01J0TICK" } });
  const query = "?fnId=inkwright-prune-expired&stepId=step";
  const status = async (signature: string | null) =>
    (await ask("POST", { query, body, signature })).response.status;

  it("accepts the key, and the one that it replaces", async () => {
    expect(await status(signatureOf(canonical(body), key))).toBe(206);
    expect(await status(signatureOf(canonical(body), formerKey))).toBe(206);
  });

  it.each([
    ["without a signature", null],
    ["with an empty one", ""],
    ["with a foreign key", signatureOf(canonical(body), strangerKey)],
    ["over six minutes old", signatureOf(canonical(body), key, Date.now() - 360_000)],
    ["of another body", signatureOf(canonical({ ...body, version: 1 }), key)],
  ])("S22 refuses a call %s", async (_, signature) => {
    expect(await status(signature)).toBe(401);
  });

  it("S22 allows no other method", async () => {
    for (const method of ["PATCH", "DELETE", "OPTIONS"] as const) {
      const answer = await endpoint[method](new Request("http://app.test/api/inngest", { method }));
      expect(answer.status).toBe(405);
      expect(answer.headers.get("x-request-id")).toBeTruthy();
    }
  });
});
