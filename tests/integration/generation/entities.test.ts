import { beforeEach, describe, expect, it } from "vitest";
import { overrideProviders } from "@/lib/ai";
import { createDemoWriter } from "@/lib/demo-studio/writer";
import { extractionErrorText } from "@/lib/generation/error-texts";
import { extractionLimit } from "@/lib/generation/rate-limits";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { ApiError } from "@/lib/platform/http/api-error";
import { type Answer, call, makeStory, type Person, person } from "../http/harness";
import { forgetEvents, playEvents, TestPainter, TestWriter } from "./support";

const description =
  "Tom, a retired sailor, and Nell, a young diver, look for a sunken bell in the harbour of Saltwick.";

let author: Person;
let storyId: string;
beforeEach(async () => {
  await forgetEvents();
  overrideProviders({ writer: createDemoWriter({ durationMs: 0 }), painter: new TestPainter() });
  author = await person("author");
  storyId = (await makeStory({ author })).story.id;
});

const extract = (text = description) =>
  author.post("/ai/extract-entities", { storyId, description: text });
const sheet = (name: string) => ({
  name,
  title: "",
  description: `${name} has been here for a long time.`,
  imagePrompt: `${name}: weathered, in blue and grey.`,
});
const answerOf = (characters: string[], locations: string[] = []) =>
  JSON.stringify({ newCharacters: characters.map(sheet), newLocations: locations.map(sheet) });
const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
const numbered = (word: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${word} ${index + 1}`);

describe("POST /ai/extract-entities", () => {
  it("adds the entities of the description before any scene, with portraits", async () => {
    const { status, body } = await extract();
    expect(status).toBe(200);
    const { newCharacters, newLocations } = body.data;
    expect(names(newCharacters)).toEqual(["Tom", "Nell"]);
    expect(newLocations.length).toBeGreaterThan(0);
    for (const entity of [...newCharacters, ...newLocations]) {
      expect(entity).toMatchObject({ storyId, firstAppearance: 0, primaryImageUrl: null });
    }
    const ids = [...newCharacters, ...newLocations].map(({ _id }) => _id);
    const jobs = await db.job.findMany({ where: { storyId } });
    expect(jobs.map((job) => job.characterId ?? job.locationId).sort()).toEqual(ids.sort());
    expect(await db.outboxEvent.count({ where: { id: { in: jobs.map(({ id }) => id) } } })).toBe(
      jobs.length,
    );
    await playEvents();
    const rows = await db.character.findMany({ where: { id: { in: ids } } });
    expect(rows.every(({ primaryMediaId }) => primaryMediaId !== null)).toBe(true);
  });

  it("leaves out entities that the story has, in any spelling of the name, and repeated names", async () => {
    overrideProviders({
      writer: new TestWriter([
        answerOf(
          ["MARA ", "Nell", "nell", "Ｎｏｂｏｄｙ yet"],
          ["lamp  room", "Lamp room", "Quay"],
        ),
      ]),
    });
    const { body } = await extract();
    expect(names(body.data.newCharacters)).toEqual(["Nell"]);
    expect(names(body.data.newLocations)).toEqual(["Quay"]);
    const again = await extract();
    expect(again.body.data).toEqual({ newCharacters: [], newLocations: [] });
  });

  it("finds a renamed character by its former name, which the story still uses", async () => {
    await extract();
    const tom = await db.character.findFirstOrThrow({ where: { storyId, name: "Tom" } });
    const rename = (name: string) =>
      call("PUT", "/characters/{characterId}", {
        as: author,
        params: { characterId: tom.id },
        body: { name },
      });
    for (const name of ["Anton", "Anton Vale"]) expect((await rename(name)).status).toBe(200);
    expect(await db.character.findUnique({ where: { id: tom.id } })).toMatchObject({
      formerNames: ["Anton", "Tom"],
    });
    // The demo writer is told the new name, other writers may say the old one all the same.
    expect((await extract()).body.data.newCharacters).toEqual([]);
    overrideProviders({ writer: new TestWriter([answerOf(["Tom", "Anton", "Vale"])]) });
    expect(names((await extract()).body.data.newCharacters)).toEqual(["Vale"]);

    // Its first name again: nothing is left of it, and the one in between stays.
    await rename("tom");
    expect(await db.character.findUnique({ where: { id: tom.id } })).toMatchObject({
      formerNames: ["Anton Vale", "Anton"],
    });
  });

  it("adds at most eight characters and six locations, within the story's limit", async () => {
    overrideProviders({
      writer: new TestWriter([answerOf(numbered("Person", 12), numbered("Place", 12))]),
    });
    const { body } = await extract();
    expect(names(body.data.newCharacters)).toEqual(numbered("Person", 8));
    expect(names(body.data.newLocations)).toEqual(numbered("Place", 6));

    await db.character.createMany({
      data: numbered("Extra", 49).map((name) => ({ ...sheet(name), storyId, seed: name })),
    });
    overrideProviders({ writer: new TestWriter([answerOf(numbered("Late", 8))]) });
    expect(names((await extract()).body.data.newCharacters)).toEqual(["Late 1"]);
  });

  it("S24 creates no duplicates where two extractions run at the same time", async () => {
    overrideProviders({
      writer: new TestWriter([answerOf(numbered("Person", 8), numbered("Place", 6))]),
    });
    const answers = await Promise.all([extract(), extract(), extract(), extract()]);
    const added = answers.flatMap(({ body }) => names(body.data.newCharacters));
    expect(added.sort()).toEqual(numbered("Person", 8));
    const rows = await db.location.findMany({
      where: { storyId, name: { startsWith: "Place" } },
      orderBy: { name: "asc" },
    });
    expect(names(rows)).toEqual(numbered("Place", 6));
    expect(await db.job.count({ where: { storyId } })).toBe(14);
  });

  it("changes nothing in a deleted story", async () => {
    overrideProviders({
      writer: {
        name: "late",
        demo: true,
        async *write() {
          await db.story.delete({ where: { id: storyId } });
          yield answerOf(["Nell"]);
        },
      },
    });
    expect((await extract()).status).toBe(404);
    expect(await db.job.count({ where: { ownerId: author.id } })).toBe(0);
  });

  it("is limited for each author", async () => {
    overrideProviders({ writer: new TestWriter([answerOf([])]) });
    const statuses = [];
    for (let index = 0; index <= extractionLimit.max; index += 1) {
      statuses.push((await extract()).status);
    }
    expect(statuses).toEqual([...Array(extractionLimit.max).fill(200), 429]);
  });
});

describe("the browser's message for a failed extraction", () => {
  const said = ({ status, body }: Answer) =>
    extractionErrorText(new ApiError(body.message, status, body.error.code, [], body)).text;
  const format =
    "AI response format error: The answer was incomplete or had another form than asked for. Please try again, or say it in other words.";

  it.each([
    ["[[ai-quota]]", 503, /^AI service temporarily unavailable: .*quota/u],
    [
      "[[ai-down]]",
      503,
      /^AI service temporarily unavailable: The text service cannot be reached\./u,
    ],
    ["[[ai-busy]]", 429, /^AI service is busy - please try again in a moment!$/u],
    ["[[bad-json]]", 502, new RegExp(`^${format}$`, "u")],
  ])("%s of the demo studio", async (marker, status, sentence) => {
    const answer = await extract(`${description} ${marker}`);
    expect(answer.status, answer.text).toBe(status);
    expect(said(answer)).toMatch(sentence);
    expect(await db.character.count({ where: { storyId } })).toBe(2);
  });

  it("a second unusable response is a format error, with the fields of the contract", async () => {
    const writer = new TestWriter(["I would rather not.", answerOf(["Nell"]).slice(0, -9)]);
    overrideProviders({ writer });
    const answer = await extract();
    expect(answer.status).toBe(502);
    expect(answer.body).toMatchObject({
      success: false,
      error: { code: "writer_failed" },
      errorType: "JSON_PARSE_ERROR",
      details: expect.stringMatching(/[^.]$/u),
      suggestion: expect.stringMatching(/\.$/u),
    });
    expect(writer.prompts).toHaveLength(2);
    expect(writer.prompts[1]).toContain("There is no JSON object in it.");
    expect(said(answer)).toBe(format);
  });

  it("[[bad-json-once]] is repaired without an error", async () => {
    expect((await extract(`${description} [[bad-json-once]]`)).status).toBe(200);
    const fenced = new TestWriter([`Here:\n\`\`\`json\n${answerOf(["Nell"])}\n\`\`\``]);
    overrideProviders({ writer: fenced });
    expect((await extract("Somebody else.")).status).toBe(200);
    expect(fenced.prompts).toHaveLength(1);
  });

  it("a wrong shape is reported to the writer, and a flagged text is no format error", async () => {
    const shape = new TestWriter([
      JSON.stringify({ newCharacters: [{ name: "Nell" }], newLocations: "none" }),
      answerOf(["Nell"]),
    ]);
    overrideProviders({ writer: shape });
    expect(names((await extract()).body.data.newCharacters)).toEqual(["Nell"]);
    expect(shape.prompts[1]).toContain("newCharacters.0.description");
    overrideProviders({ writer: new TestWriter([new AppError("content_flagged", "E005")]) });
    expect(said(await extract())).toBe(
      "Content flagged as sensitive: Try a different description.",
    );
  });
});
