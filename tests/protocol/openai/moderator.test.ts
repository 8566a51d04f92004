import { afterEach, describe, expect, it } from "vitest";
import { createOpenAiModerator } from "@/lib/ai/openai/moderator";
import type { ProviderUsage } from "@/lib/ai/usage";
import { moderationOf, type OpenAiServer, startOpenAiServer } from "./server";

const key = "sk-a-secret-of-the-tests";
let server: OpenAiServer;
afterEach(() => server.close());

async function open(options: Parameters<typeof startOpenAiServer>[0] = {}, optional = true) {
  server = await startOpenAiServer({
    key,
    answers: {
      moderation: ({ input }) => ({
        json: moderationOf(input, (text) => text.includes("cruel")),
        takes: 20,
      }),
    },
    ...options,
  });
  return moderatorOf(optional);
}

const moderatorOf = (optional = true, limits: { limit?: number } = {}) =>
  createOpenAiModerator({ apiKey: key, baseUrl: server.url, optional, ...limits });

describe("moderation of OpenAI", () => {
  it("passes harmless texts, in one call, and remembers them", async () => {
    const moderator = await open();
    const usages: ProviderUsage[] = [];
    const onUsage = (usage: ProviderUsage) => usages.push(usage);
    await moderator.check(["A boat", "", "A lamp"], { onUsage });
    await moderator.check(["A lamp", "A boat"], { onUsage });
    expect(server.violations).toEqual([]);
    expect(server.calls.map(({ body }) => body.input)).toEqual([["A boat", "A lamp"]]);
    expect(usages).toMatchObject([
      { kind: "moderation", outcome: "completed", units: { inputTokens: 3 } },
    ]);
  });

  it("shares one request among concurrent checks of the same text", async () => {
    const moderator = await open();
    await Promise.all([moderator.check(["A boat"]), moderator.check(["A boat"])]);
    expect(server.calls).toHaveLength(1);
  });

  it("flags only the text that was flagged within a shared call", async () => {
    const moderator = await open();
    const flagged = moderator.check(["In ink and water", "A cruel boat"]);
    const harmless = moderator.check(["In ink and water", "A lamp"]);
    await expect(flagged).rejects.toMatchObject({ code: "content_flagged" });
    await harmless;
    expect(server.calls.map(({ body }) => body.input)).toEqual([
      ["In ink and water", "A cruel boat"],
      ["A lamp"],
    ]);
    // The harmless text beside it is remembered.
    await moderator.check(["In ink and water"]);
    expect(server.calls).toHaveLength(2);
  });

  it("flags harmful texts, each time", async () => {
    const moderator = await open();
    for (const _ of [1, 2]) {
      await expect(moderator.check(["A cruel boat"])).rejects.toMatchObject({
        code: "content_flagged",
      });
    }
    expect(server.calls).toHaveLength(2);
  });

  it("a server without moderation is detected once", async () => {
    const moderator = await open({ without: ["moderation"] });
    await moderator.check(["A cruel boat"]);
    server.violations.push("not asked again");
    await moderator.check(["Another one"]);
    expect(server.calls).toHaveLength(0);
  });

  it.each([
    [403, {}],
    [501, {}],
    [400, { message: "This model is not supported" }],
  ])("%i: no moderation, where that is allowed", async (status, more) => {
    const moderator = await open();
    server.next("moderation", { status, ...more });
    await moderator.check(["A cruel boat"]);
    await moderator.check(["Another cruel boat"]);
    expect(server.calls).toHaveLength(1);
  });

  it("a server without moderation fails where it is required", async () => {
    const moderator = await open({ without: ["moderation"] }, false);
    await expect(moderator.check(["A boat"])).rejects.toMatchObject({ code: "ai_unavailable" });
  });

  it.each([
    ["401", { status: 401 }, "ai_unavailable", []],
    ["402", { status: 402 }, "ai_unavailable", []],
    ["429", { status: 429, headers: { "retry-after": "3" } }, "ai_rate_limited", []],
    ["500", { status: 500 }, "ai_unavailable", []],
    ["reset before it was taken", { reset: "before" }, "ai_unavailable", ["unknown"]],
    ["reset after it was taken", { reset: "after" }, "ai_unavailable", ["unknown"]],
    ["hang", { hang: true }, "ai_unavailable", ["unknown"]],
    ["cut body", { raw: '{"id": "modr', type: "application/json" }, "ai_unavailable", ["unknown"]],
    ["wrong answer", { json: { results: [] } }, "ai_unavailable", ["failed"]],
  ] as const)(
    "%s: no text passes, and the check can be retried",
    async (name, reply, code, taken) => {
      await open();
      const moderator = moderatorOf(true, name === "hang" ? { limit: 1_000 } : {});
      server.next("moderation", reply);
      const outcomes: string[] = [];
      const onUsage = ({ outcome }: ProviderUsage) => outcomes.push(outcome);
      await expect(moderator.check(["A boat"], { onUsage })).rejects.toMatchObject({ code });
      expect(server.calls).toHaveLength(1);
      // Charged calls are recorded, and those that may have been.
      expect(outcomes).toEqual(taken);
      await moderator.check(["A boat"]);
      expect(server.calls).toHaveLength(2);
    },
  );
});
