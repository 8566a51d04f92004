import { beforeAll, describe, expect, it } from "vitest";

const key = "sk-live-4f7a9c2e81";
const apiKey = "a key without a form of its own";

/** The environment is read once, so it is set before anything asks for it. */
beforeAll(() => {
  process.env.OPENAI_API_KEY = apiKey;
  process.env.DATABASE_URL = "postgresql://inkwright:hunter22@db.example/comics";
});

describe("S26 the text of an exception", () => {
  it.each([
    [`The provider answered: bad key ${key}.`, "The provider answered: bad key …."],
    [`401: ${apiKey} is unknown`, "401: … is unknown"],
    ["cannot reach smtps://me:pass%21@mail.example:465", "cannot reach smtps://…@mail.example:465"],
    ["sent Authorization: Bearer abcdef.0123456", "sent Authorization: Bearer …"],
    ["Key (email)=(ann.lee+1@mail.example) exists", "Key (email)=([redacted]) exists"],
    ["to <ann@mail.example>: refused", "to <[redacted]>: refused"],
    ["GET https://a.example/x?token=1 failed", "GET https://a.example/x failed"],
    ['in "/reset-password?token=1", again', 'in "/reset-password", again'],
    ["POST http://127.0.0.1:4/e/9877f2184b 500", "POST http://127.0.0.1:4/e/… 500"],
    ["eyJhbGciOiJkaXIi.abc.def-1 does not hold", "… does not hold"],
  ])("is kept without secrets: %s", async (said, kept) => {
    const { redact } = await import("@/lib/platform/redact");
    expect(redact(said)).toBe(kept);
  });

  it.each([
    "Is the story there? Nobody knows.",
    "    at file:///app/node_modules/@prisma/client/runtime/client.js:12:3",
    "    at /app/node_modules/.pnpm/next@16.4.6/node_modules/next/dist/server.js:1:2",
    "Unique constraint failed on the fields: (`story_id`,`scene_number`)",
  ])("is otherwise unchanged: %s", async (said) => {
    const { redact } = await import("@/lib/platform/redact");
    expect(redact(said)).toBe(said);
  });

  it("is redacted in linear time", async () => {
    const { redact } = await import("@/lib/platform/redact");
    const began = performance.now();
    for (const piece of ["a", "/", "a@a.", "://", "eyJ.", "?"]) redact(piece.repeat(50_000));
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it("is redacted before it is logged, with its causes and properties", async () => {
    const { redactError } = await import("@/lib/platform/redact");
    const { default: pino } = await import("pino");
    const lines: string[] = [];
    const into = { write: (line: string) => lines.push(line) };
    const err = (thrown: Error) => redactError(pino.stdSerializers.err(thrown));
    const cause = new Error("ann@mail.example is taken");
    const problem = Object.assign(new Error(`refused ${key}`, { cause }), {
      meta: { driver: { said: `with ${key}` }, at: new Date(0), tries: 2 },
    });
    pino({ serializers: { err } }, into).warn({ err: problem }, "sign-in");
    const [line = ""] = lines;
    expect(line).not.toMatch(/ann@mail|sk-live/);
    const { err: kept } = JSON.parse(line);
    expect(kept).toMatchObject({
      type: "Error",
      message: "refused …: [redacted] is taken",
      meta: { driver: { said: "with …" }, at: "1970-01-01T00:00:00.000Z", tries: 2 },
    });
    expect(kept.stack).toContain("redact.test.ts");
  });

  it("is redacted before it is rethrown, with its causes; an error without secrets is the same object", async () => {
    const { redactException } = await import("@/lib/platform/redact");
    const cause = new TypeError("ann@mail.example is taken");
    const kept = redactException(new RangeError("far", { cause })) as Error;
    expect([kept.name, kept.message]).toEqual(["RangeError", "far"]);
    expect(kept.cause).toMatchObject({ name: "TypeError", message: "[redacted] is taken" });
    expect(`${kept.stack}${(kept.cause as Error).stack}`).not.toContain("ann@mail");
    const clean = new RangeError("far", { cause: new TypeError("near") });
    expect(redactException(clean)).toBe(clean);
    expect(redactException(`with ${key}`)).toBe("with …");
  });

  it("is redacted before a trace is exported, as event and as status message", async () => {
    const { redactSpan } = await import("@/lib/platform/telemetry");
    const exception = { "exception.message": `bad ${key}`, "exception.escaped": false };
    const span = {
      name: "GET /confirm-email?token=1",
      attributes: { "url.query": "?token=1" },
      status: { code: 2, message: "ann@mail.example is taken" },
      events: [{ name: "exception", time: [1, 2], attributes: exception }, { name: "bare" }],
      ended: true,
    };
    const clean = redactSpan(span);
    expect(clean).toMatchObject({
      name: "GET /confirm-email",
      attributes: {},
      status: { code: 2, message: "[redacted] is taken" },
      ended: true,
    });
    expect(clean.events).toEqual([
      {
        name: "exception",
        time: [1, 2],
        attributes: { "exception.message": "bad …", "exception.escaped": false },
      },
      { name: "bare", attributes: {} },
    ]);
    expect(span.events[0]?.attributes).toBe(exception);
  });
});
