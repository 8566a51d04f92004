import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createOpenAiPainter } from "@/lib/ai/openai/painter";
import { createOpenAiVision } from "@/lib/ai/openai/vision";
import { createOpenAiWriter } from "@/lib/ai/openai/writer";
import type { PaintRequest } from "@/lib/ai/painter";
import { repairNote } from "@/lib/ai/repair-note";
import { renderPrompt } from "@/lib/generation/text/prompts";
import {
  answerSchemas,
  type StoryFacts,
  type WriterFacts,
  type WriterTask,
} from "@/lib/generation/text/writer-tasks";
import { parseResponse } from "../../support/parse-response";
import type { OpenAiServer } from "./server";
import { startOpenAiStudio } from "./studio-server";

const story: StoryFacts = {
  title: "Salt and Lanterns",
  description: "A harbour town.\nTags of fog hang on it: all year.",
  artStyle: "watercolor, soft edges",
  tags: ["sea", "mystery"],
  characters: [
    { name: "Mara", title: "Keeper", description: "A keeper of forty.", imagePrompt: "" },
    { name: "Old Tom", title: "", description: "A sailor:\nretired.", imagePrompt: "" },
  ],
  locations: [{ name: "North Pier", title: "", description: "A wooden pier.", imagePrompt: "" }],
  scenes: [{ sceneNumber: 1, title: "Fog", description: "It comes in: slowly." }],
};
const empty: StoryFacts = {
  ...{ title: "Untitled", description: "", artStyle: "", tags: [] },
  ...{ characters: [], locations: [], scenes: [] },
};
const description = "A keeper who never sleeps lives in the old lighthouse.";

const tasks: { [Task in WriterTask]: Omit<WriterFacts[Task], "story"> } = {
  scene: { prompt: 'Mara finds the lamp and says "At last!"', maxPanels: 3 },
  suggestions: { count: 4, opening: false, seed: "17" },
  entities: { description, maxCharacters: 8, maxLocations: 6 },
  title: { description },
  improve: { text: "mara find lamp in the old house" },
  character: { description, context: "She is old." },
  location: { description, context: "" },
};
const cases = Object.entries(tasks).flatMap(([task, asked]) =>
  [story, empty].map((about) => [task as WriterTask, about.title, { ...asked, story: about }]),
) as [WriterTask, string, WriterFacts[WriterTask]][];

let server: OpenAiServer;
beforeAll(async () => {
  server = await startOpenAiStudio({ key: "sk-studio" });
});
beforeEach(() => server.forget());
afterAll(() => server.close());

async function ask(task: WriterTask, facts: WriterFacts[WriterTask], note = "") {
  const access = { apiKey: "sk-studio", baseUrl: server.url };
  const { system, prompt } = renderPrompt(task, facts);
  const schema = answerSchemas[task];
  let text = "";
  const request = { task, system, prompt: prompt + note, schema };
  for await (const chunk of createOpenAiWriter({ ...access, model: "studio" }).write(request)) {
    text += chunk;
  }
  return text;
}

describe("studio of the OpenAI server", () => {
  it.each(cases)("%s of %s: returns a valid response", async (task, _, facts) => {
    const answer = await ask(task, facts);
    expect(answerSchemas[task].safeParse(parseResponse(answer)).error).toBeUndefined();
    expect(await ask(task, facts)).toBe(answer);
    expect(server.violations).toEqual([]);
  });

  it("receives the author's chosen cast and locations, and shows them", async () => {
    const chosen = { cast: ["Old Tom", "Mara"], locations: ["North Pier"] };
    for (const maxPanels of [1, 3, 6]) {
      const facts = { story, prompt: "A storm comes over the sea.", maxPanels, ...chosen };
      const script = answerSchemas.scene.parse(parseResponse(await ask("scene", facts)));
      const seen = script.panels.flatMap(({ characters }) => characters);
      expect(seen).toEqual(expect.arrayContaining(chosen.cast));
      expect(new Set(script.panels.map(({ location }) => location))).toEqual(
        new Set(chosen.locations),
      );
    }
    const sent = JSON.stringify(server.calls.map(({ body }) => body));
    for (const name of [...chosen.cast, ...chosen.locations]) {
      expect(sent).toMatch(new RegExp(`<(cast|places)>[^<]*${name}[^<]*</`));
    }
    expect(server.violations).toEqual([]);
  });

  it.each<[string, { code: string; details?: object; message?: RegExp }]>([
    ["[[ai-down]]", { code: "ai_unavailable", message: /cannot be reached/ }],
    ["[[ai-quota]]", { code: "ai_unavailable", message: /quota is used up/ }],
    ["[[ai-busy]]", { code: "ai_rate_limited", details: { retryAfter: 5 } }],
  ])("fails on purpose: %s", async (marker, { message, ...error }) => {
    const facts = { story, description: `${description} ${marker}` };
    const failed = await ask("title", facts).catch((thrown: Error) => thrown);
    expect(failed).toMatchObject(error);
    if (message) expect((failed as Error).message).toMatch(message);
  });

  it("draws pictures, fails on purpose, and finds faces", async () => {
    const access = { apiKey: "sk-studio", baseUrl: server.url, model: "studio" };
    const painter = createOpenAiPainter(access);
    const order: PaintRequest = {
      ...{ kind: "panel", artStyle: "", width: 320, height: 320, seed: "", model: "" },
      ...{ attemptId: "1", figures: [{ id: "1", name: "Mara", description: "Red hair." }] },
      prompt: "Mara at the lamp.",
    };
    const { bytes } = await painter.paint(order);
    expect(
      await createOpenAiVision(access).detectFaces({ picture: bytes, people: order.figures }),
    ).toEqual([{ name: "Mara", box: expect.objectContaining({ x: 0.3, y: 0.15 }) }]);
    const paint = (prompt: string) => painter.paint({ ...order, prompt });
    await expect(paint("[[flagged]]")).rejects.toMatchObject({ code: "content_flagged" });
    await expect(paint("[[busy]]")).rejects.toMatchObject({ code: "ai_rate_limited" });
    await expect(paint("[[fail]]")).rejects.toMatchObject({ code: "ai_unavailable" });
    expect(server.violations).toEqual([]);
  });

  it("fails on purpose: truncated responses, once or each time", async () => {
    const once = { story, description: `${description} [[bad-json-once]]` };
    await expect(ask("title", once)).rejects.toThrow("cut off");
    expect(parseResponse(await ask("title", once, repairNote("It was cut.")))).toHaveProperty(
      "title",
    );
  });
});
