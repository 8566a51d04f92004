import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { replaceStorage, storage } from "@/lib/platform/storage";
import { canonical, signatureOf, startInngestServer, tokenOf } from "./server";
import { callBody, headersOfAnswer, operations, registration } from "./specification";

/**
 * Our `/api/inngest` in production mode, called as Inngest's own server calls it. Chapters are those
 * of its SDK specification.
 */
const key = `signkey-prod-${"0a1b2c3d".repeat(8)}`;
const formerKey = `signkey-prod-${"99887766".repeat(8)}`;
const strangerKey = `signkey-prod-${"deadbeef".repeat(8)}`;
const origin = "https://comics.example";
const appUrl = `${origin}/api/inngest`;
const server = await startInngestServer();
vi.stubEnv("NODE_ENV", "production");
vi.stubEnv("INNGEST_BASE_URL", server.url);
vi.stubEnv("INNGEST_EVENT_KEY", "an-event-key");
vi.stubEnv("INNGEST_SIGNING_KEY", key);
vi.stubEnv("INNGEST_SIGNING_KEY_FALLBACK", formerKey);
vi.stubEnv("INNGEST_SERVE_ORIGIN", origin);
vi.stubEnv("INNGEST_DEV", undefined);
const door = await import("@/app/api/inngest/route");
const { functions } = await import("@/inngest");

beforeEach(() => {
  server.calls.length = 0;
  server.answers.clear();
  server.tokens.clear();
  server.tokens.add(tokenOf(key));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.close();
});

interface Ask {
  query?: string;
  body?: unknown;
  signature?: string | null;
  headers?: Record<string, string>;
}
async function ask(method: "GET" | "PUT" | "POST", { query = "", body, signature, headers }: Ask) {
  const text = body === undefined ? "" : canonical(body);
  const signed = signature === undefined ? signatureOf(text, key) : signature;
  const request = new Request(`http://10.0.0.7:3000/api/inngest${query}`, {
    method,
    headers: {
      "content-type": "application/json",
      "x-inngest-server-kind": "cloud",
      ...(signed === null ? {} : { "x-inngest-signature": signed }),
      ...headers,
    },
    ...(method === "GET" ? {} : { body: text }),
  });
  const response = await door[method](request as never, undefined);
  const answer = await response.text();
  return { response, text: answer, json: answer ? JSON.parse(answer) : null };
}
const call = (fn: string, options: Parameters<typeof callBody>[0], ask_: Partial<Ask> = {}) =>
  ask("POST", { query: `?fnId=inkwright-${fn}&stepId=step`, body: callBody(options), ...ask_ });
const hashOf = (step: string) => createHash("sha1").update(step).digest("hex");

describe("4.5 introspection", () => {
  it("tells Inngest about the app and holds back its keys", async () => {
    const { response, text, json } = await ask("GET", {});
    expect(response.status).toBe(200);
    expect(json).toMatchObject({
      mode: "cloud",
      has_event_key: true,
      has_signing_key: true,
      authentication_succeeded: true,
      function_count: functions.length + functions.filter((each) => each.opts.onFailure).length,
      app_id: "inkwright",
      serve_origin: origin,
      serve_path: "/api/inngest",
      signing_key_hash: tokenOf(key).replace("signkey-prod-", "").slice(0, 12),
      signing_key_fallback_hash: tokenOf(formerKey).replace("signkey-prod-", "").slice(0, 12),
    });
    for (const secret of [key, formerKey, "an-event-key"]) expect(text).not.toContain(secret);
  });

  it("S22 tells nobody else anything", async () => {
    expect((await ask("GET", { signature: null })).response.status).toBe(401);
    expect((await ask("GET", { signature: signatureOf("", strangerKey) })).response.status).toBe(
      401,
    );
  });
});

describe("S22 bodies", () => {
  /** A call with a body as it comes; tells how many bytes of it were read. */
  async function send(method: "POST" | "PUT", signature: string | null, chunks: string[]) {
    let bytes = 0;
    const left = [...chunks];
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const chunk = left.shift();
          if (chunk === undefined) return controller.close();
          bytes += chunk.length;
          controller.enqueue(new TextEncoder().encode(chunk));
        },
      },
      { highWaterMark: 0 },
    );
    const request = new Request(`${appUrl}?fnId=inkwright-paint-panel&stepId=step`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(signature === null ? {} : { "x-inngest-signature": signature }),
      },
      body,
      duplex: "half",
    } as RequestInit);
    const response = await door[method](request as never, undefined);
    return { status: response.status, headers: response.headers, bytes };
  }

  it.each(["POST", "PUT"] as const)(
    "S22 reads nothing of a %s that nobody signed",
    async (method) => {
      expect(await send(method, null, ["{", "}"])).toMatchObject({ status: 401, bytes: 0 });
    },
  );

  it("S22 reads four megabytes of any other, and closes the connection", async () => {
    const chunks = Array<string>(300).fill("x".repeat(1024 * 1024));
    const answer = await send("POST", signatureOf("{}", key), chunks);
    expect(answer.status).toBe(413);
    expect(answer.headers.get("connection")).toBe("close");
    expect(answer.bytes).toBe(5 * 1024 * 1024);
  });

  it.each(["{", '{"a":', "[".repeat(20_000) + "]".repeat(20_000), "\u0000", "7 8"])(
    "S22 takes what is no JSON for what nobody signed: %.20s",
    async (text) => {
      expect((await send("POST", signatureOf(text, key), [text])).status).toBe(401);
    },
  );
});

describe("4.3 sync", () => {
  it("registers every function as the specification has it, at the public address", async () => {
    server.answers.set("/fn/register", { status: 200, body: { ok: true, modified: true } });
    const { response, json } = await ask("PUT", { body: {} });
    expect([response.status, json]).toEqual([
      200,
      { message: "Successfully registered", modified: true },
    ]);
    const [sent] = server.calls;
    expect([sent?.method, sent?.path]).toEqual(["POST", "/fn/register"]);
    expect(sent?.headers).toMatchObject({
      authorization: `Bearer ${tokenOf(key)}`,
      "x-inngest-expected-server-kind": "cloud",
    });
    const payload = registration(appUrl, "inkwright").parse(sent?.body);
    expect(sent?.headers["x-inngest-sdk"]).toContain(payload.sdk.split(":").at(-1));
    const byId = new Map(
      payload.functions.map((each) => [each.id.slice("inkwright-".length), each]),
    );
    for (const each of functions) expect([...byId.keys()]).toContain(each.id());
    // What one author may do at once, what a provider allows, and what ends work early.
    for (const paid of [
      "write-scene",
      "paint-panel",
      "paint-portrait",
      "paint-picture",
      "animate-picture",
    ]) {
      const { concurrency, throttle, cancel } = byId.get(paid) ?? {};
      const provider = paid === "write-scene" ? '"writer"' : '"painter"';
      expect(concurrency, paid).toEqual([
        expect.objectContaining({ key: "event.data.ownerId" }),
        { scope: "env", key: provider, limit: 40 },
      ]);
      expect(throttle, paid).toMatchObject({ period: "1m" });
      expect(cancel, paid).toContainEqual({
        event: "job/abandoned",
        if: "event.data.jobId == async.data.jobId",
      });
    }
    for (const [cron, at] of [
      ["reap-lost-jobs", "*/5 * * * *"],
      ["sweep-media", "43 3 * * *"],
      ["send-outbox", "* * * * *"],
      ["sweep-books", "*/10 * * * *"],
    ] as const) {
      expect(byId.get(cron)?.triggers).toEqual([{ cron: at }]);
    }
  });

  it("hands on which deployment asked", async () => {
    await ask("PUT", { query: "?deployId=deploy-7", body: {} });
    expect(server.calls.map(({ path }) => path)).toEqual(["/fn/register?deployId=deploy-7"]);
  });

  it("uses the other key while the server knows that one alone", async () => {
    server.tokens.clear();
    server.tokens.add(tokenOf(formerKey));
    const { response } = await ask("PUT", { body: {} });
    expect(response.status).toBe(200);
    expect(server.calls.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${tokenOf(key)}`,
      `Bearer ${tokenOf(formerKey)}`,
    ]);
  });

  it("answers within the call where the server wants that, signed", async () => {
    const { response, text, json } = await ask("PUT", {
      body: { url: appUrl },
      headers: { "x-inngest-sync-kind": "in_band" },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get("x-inngest-sync-kind")).toBe("in_band");
    expect(json).toMatchObject({ app_id: "inkwright", url: appUrl });
    const given = new URLSearchParams(response.headers.get("x-inngest-signature") ?? "");
    expect(signatureOf(text, key, Number(given.get("t")) * 1_000)).toContain(given.get("s"));
    expect(server.calls).toEqual([]);
  });

  it("says so where the server refuses", async () => {
    server.answers.set("/fn/register", {
      status: 400,
      body: { error: "no such plan", status: 400 },
    });
    const { response, json } = await ask("PUT", { body: {} });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(json).toMatchObject({ modified: false });
  });

  it("S22 is refused to whoever has no key", async () => {
    expect((await ask("PUT", { body: {}, signature: null })).response.status).toBe(401);
    const foreign = signatureOf("{}", strangerKey);
    expect((await ask("PUT", { body: {}, signature: foreign })).response.status).toBe(401);
    expect(server.calls).toEqual([]);
  });
});

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

  it("ends quietly where the job is gone, without a call to a provider", async () => {
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

  it("refuses for good what is no event of ours", async () => {
    const event = { name: "portrait/requested", id: "01J0BAD", data: { jobId: "no id" } };
    const { response } = await call("paint-portrait", { event });
    expect([response.status, response.headers.get("x-inngest-no-retry")]).toEqual([400, "true"]);
  });

  it("runs the one step that it is asked for, and plans where it may not run", async () => {
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

  it("4.4.2 fetches what was too large for the call", async () => {
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

  it("goes on with the next step after a checkpoint, where the server offers that", async () => {
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

  it("is 500 for a function that it does not have", async () => {
    const { response } = await call("no-such-function", { event: tick });
    expect(response.status).toBe(500);
  });
});

describe("4.1.3 who may call", () => {
  const body = callBody({ event: { name: "inngest/scheduled.timer", id: "01J0TICK" } });
  const query = "?fnId=inkwright-prune-expired&stepId=step";
  const status = async (signature: string | null) =>
    (await ask("POST", { query, body, signature })).response.status;

  it("takes the key, and the one that is being replaced", async () => {
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

  it("S22 has no other method", () => {
    for (const method of ["PATCH", "DELETE", "OPTIONS"] as const) {
      expect(door[method]().status).toBe(405);
    }
  });
});
