import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOpenAiVision } from "@/lib/ai/openai/vision";
import type { ProviderUsage } from "@/lib/ai/usage";
import { isPermanent } from "@/lib/generation/jobs/job-service";
import type { AppError } from "@/lib/platform/errors";
import { pictureReply } from "./pictures";
import { type OpenAiServer, startOpenAiServer } from "./server";
import { completionOf } from "./studio-pictures";

let server: OpenAiServer;
let usages: ProviderUsage[];
let content: string;

const completion = () => ({ json: completionOf(content) });

beforeEach(async () => {
  usages = [];
  server = await startOpenAiServer({ answers: { chat: completion } });
});
afterEach(() => server.close());

async function look(limits: { limit?: number; maxTokens?: number } = {}) {
  const { json } = await pictureReply({ size: "768x1024" });
  return createOpenAiVision({ baseUrl: server.url, model: "test-model", ...limits }).detectFaces({
    picture: Buffer.from(json.data[0]?.b64_json ?? "", "base64"),
    people: [{ name: "Mara", description: "Red hair." }],
    onUsage: (usage) => usages.push(usage),
  });
}

const face = (name: string, left: number, top: number, right: number, bottom: number) => ({
  name,
  left,
  top,
  right,
  bottom,
});

describe("vision of OpenAI", () => {
  it("locates faces, within the picture and by known names only", async () => {
    const faces = [
      face("Mara", 0.25, 0.125, 0.5, 0.375),
      face("A stranger", 0.75, -0.5, 1.5, 0.25),
      face("Mara", 0.4, 0.4, 0.2, 0.5),
      face("", 0, 0, 1, 1),
    ];
    content = JSON.stringify({ faces });
    expect(await look()).toEqual([
      { name: "Mara", box: { x: 0.25, y: 0.125, width: 0.25, height: 0.25 } },
      { name: "", box: { x: 0.75, y: 0, width: 0.25, height: 0.25 } },
    ]);
    expect(server.violations).toEqual([]);
    expect(usages).toMatchObject([
      { kind: "vision", outcome: "completed", units: { inputTokens: 300, outputTokens: 40 } },
    ]);
  });

  it.each([
    ["429", { status: 429 }, "ai_rate_limited", []],
    ["500", { status: 500 }, "ai_unavailable", []],
    ["reset", { reset: "after" }, "ai_unavailable", ["unknown"]],
    ["hang", { hang: true }, "ai_unavailable", ["unknown"]],
    ["refusal", { status: 400, code: "content_policy_violation" }, "content_flagged", ["refused"]],
  ] as const)("%s: no faces", async (name, reply, code, taken) => {
    server.next("chat", reply);
    await expect(look(name === "hang" ? { limit: 200 } : {})).rejects.toMatchObject({ code });
    expect(server.calls).toHaveLength(1);
    expect(usages.map(({ outcome }) => outcome)).toEqual(taken);
  });

  it("takes the answer after a draft in thoughts, and limits its length", async () => {
    const mara = JSON.stringify({ faces: [face("Mara", 0, 0, 0.5, 0.5)] });
    content = `{"faces":[]} is wrong.</think>${mara}`;
    expect(await look({ maxTokens: 900 })).toHaveLength(1);
    expect(server.calls[0]?.body.max_tokens).toBe(900);
  });

  const ended = (finish_reason: string, message: object) => {
    const whole = completionOf("");
    return { json: { ...whole, choices: [{ index: 0, message, finish_reason }] } };
  };
  it.each([
    ["wrong JSON", ended("stop", { content: "A woman." }), /try again/, false, "failed"],
    ["half a document", ended("stop", { content: '{"faces":[' }), /cut off/, false, "failed"],
    ["the limit", ended("length", { content: '{"faces":[' }), /cut off/, true, "failed"],
    [
      "only thoughts",
      ended("stop", { content: "", reasoning_content: "Who?" }),
      /gave no answer/,
      true,
      "failed",
    ],
    [
      "a rejected answer",
      { status: 400, code: "json_validate_failed" },
      /try again/,
      false,
      "unknown",
    ],
    [
      "a small context",
      { status: 400, code: "context_length_exceeded" },
      /of this length/,
      true,
      undefined,
    ],
  ])("%s: said as such, and paid for again only where that may help", async (...row) => {
    const [, reply, sentence, isFinal, outcome] = row;
    server.next("chat", reply);
    const error: AppError = await look().then(
      () => expect.fail("it saw faces"),
      (thrown) => thrown,
    );
    expect([error.code, error.message]).toEqual([
      "ai_unavailable",
      expect.stringMatching(sentence),
    ]);
    expect([isPermanent(error), usages[0]?.outcome]).toEqual([isFinal, outcome]);
    expect(error.details.advice !== undefined).toBe(isFinal || /cut off/.test(error.message));
    expect(error.details.advice ?? "").not.toContain("A scene of six panels");
  });
});
