import { describe, expect, it } from "vitest";
import {
  appUrl,
  ask,
  endpoint,
  formerKey,
  functions,
  key,
  origin,
  server,
  strangerKey,
} from "./app";
import { signatureOf, tokenOf } from "./server";
import { registration } from "./specification";

describe("4.5 introspection", () => {
  it("describes the app to Inngest without its keys", async () => {
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

  it("S22 tells unsigned callers nothing", async () => {
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
    const response = await endpoint[method](request as never, undefined);
    return { status: response.status, headers: response.headers, bytes };
  }

  it.each(["POST", "PUT"] as const)("S22 reads nothing of an unsigned %s", async (method) => {
    expect(await send(method, null, ["{", "}"])).toMatchObject({ status: 401, bytes: 0 });
  });

  it("S22 reads at most four megabytes of any other, and closes the connection", async () => {
    const chunks = Array<string>(300).fill("x".repeat(1024 * 1024));
    const answer = await send("POST", signatureOf("{}", key), chunks);
    expect(answer.status).toBe(413);
    expect(answer.headers.get("connection")).toBe("close");
    expect(answer.bytes).toBe(5 * 1024 * 1024);
  });

  it.each(["{", '{"a":', "[".repeat(20_000) + "]".repeat(20_000), "\u0000", "7 8"])(
    "S22 refuses a body that is not JSON as unsigned: %.20s",
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
    // The limits per author, the limits of providers, and the cancellations.
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

  it("passes on the deployment of the request", async () => {
    await ask("PUT", { query: "?deployId=deploy-7", body: {} });
    expect(server.calls.map(({ path }) => path)).toEqual(["/fn/register?deployId=deploy-7"]);
  });

  it("uses the other key while the server knows only that one", async () => {
    server.tokens.clear();
    server.tokens.add(tokenOf(formerKey));
    const { response } = await ask("PUT", { body: {} });
    expect(response.status).toBe(200);
    expect(server.calls.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${tokenOf(key)}`,
      `Bearer ${tokenOf(formerKey)}`,
    ]);
  });

  it("responds within the call where the server requests that, signed", async () => {
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

  it("reports a refusal of the server", async () => {
    server.answers.set("/fn/register", {
      status: 400,
      body: { error: "no such plan", status: 400 },
    });
    const { response, json } = await ask("PUT", { body: {} });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(json).toMatchObject({ modified: false });
  });

  it("S22 is refused without a key", async () => {
    expect((await ask("PUT", { body: {}, signature: null })).response.status).toBe(401);
    const foreign = signatureOf("{}", strangerKey);
    expect((await ask("PUT", { body: {}, signature: foreign })).response.status).toBe(401);
    expect(server.calls).toEqual([]);
  });
});
