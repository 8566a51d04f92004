import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import Validator from "@adobe/structured-data-validator";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonLdText } from "@/lib/discovery/json-ld";
import { profileData, siteData, storyData } from "@/lib/discovery/structured-data";
import { env } from "@/lib/platform/env";
import { hostile, profile, story } from "./samples";

const folder = mkdtempSync(path.join(process.cwd(), "node_modules", ".cache-structured-data-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/**
 * What is wrong with data by the vocabulary of schema.org as schema-dts writes it down: types that
 * there are not, properties that a type has not, values of the wrong kind.
 */
function vocabularyErrors(samples: Record<string, object>): Record<string, string[]> {
  const files = Object.entries(samples).map(([name, data]) => {
    const file = path.join(folder, `${name}.ts`);
    // What an action asks for has a type of its own; it stands beside the site that it belongs to.
    const actions: object[] = [];
    const rest = JSON.stringify(data, (key, value) => {
      if (key !== "potentialAction") return value;
      actions.push(value);
      return undefined;
    });
    writeFileSync(
      file,
      `import type { Graph, SearchAction, WithActionConstraints } from "schema-dts";
export const data: Graph = ${rest};
export const actions: WithActionConstraints<SearchAction>[] = ${JSON.stringify(actions)};
`,
    );
    return { name, file };
  });
  const program = ts.createProgram(
    files.map(({ file }) => file),
    {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    },
  );
  return Object.fromEntries(
    files.map(({ name, file }) => [
      name,
      ts
        .getPreEmitDiagnostics(program, program.getSourceFile(file))
        .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n").slice(0, 400)),
    ]),
  );
}

/** What search engines would miss: required properties of the types that they show. */
async function engineErrors(data: object): Promise<unknown[]> {
  const parts = (data as { "@graph": { "@type": string }[] })["@graph"];
  const jsonld: Record<string, object[]> = {};
  for (const part of parts) {
    jsonld[part["@type"]] = [...(jsonld[part["@type"]] ?? []), part];
  }
  const issues = await new Validator().validate({ jsonld, microdata: {}, rdfa: {} });
  return issues.filter(({ severity }) => severity === "ERROR");
}

beforeAll(() => {
  Object.assign(env(), { APP_URL: "https://comics.example" });
});

const samples = () => ({
  story: storyData(story(), {}),
  bare: storyData(story({ scenes: [], previewImage: null, tags: [], publishedAt: null }), {}),
  remix: storyData(
    story({
      isRemix: true,
      originalStoryId: {
        _id: "0199d000-0000-7000-8000-00000000000f",
        title: "The First",
        author: "Ada",
      },
    }),
    {},
  ),
  hostile: storyData(story({ title: hostile, description: hostile }), {}),
  profile: profileData(profile()),
  site: siteData(),
});

describe("structured data", () => {
  it("uses schema.org's types and properties as they are", () => {
    const wrong = structuredClone(samples().story) as unknown as {
      "@graph": Record<string, unknown>[];
    };
    // The check itself: each of these must be found.
    const spoilt = (change: Record<string, unknown>) => ({
      ...wrong,
      "@graph": [{ ...wrong["@graph"][0], ...change }],
    });
    const errors = vocabularyErrors({
      ...samples(),
      wrongProperty: spoilt({ likeCount: 3 }),
      wrongType: spoilt({ "@type": "ComicStrip" }),
      wrongValue: spoilt({ digitalSourceType: 7 }),
    });
    for (const name of Object.keys(samples())) expect(errors[name], name).toEqual([]);
    expect(errors.wrongProperty?.length).toBeGreaterThan(0);
    expect(errors.wrongType?.length).toBeGreaterThan(0);
    expect(errors.wrongValue?.length).toBeGreaterThan(0);
  }, 60_000);

  it("has what search engines require of breadcrumbs, people and pictures", async () => {
    for (const [name, data] of Object.entries(samples())) {
      expect(await engineErrors(data), name).toEqual([]);
    }
    const broken = structuredClone(samples().story) as unknown as {
      "@graph": { itemListElement?: { name?: string }[] }[];
    };
    for (const { itemListElement: [first] = [] } of broken["@graph"]) delete first?.name;
    expect(await engineErrors(broken)).not.toEqual([]);
  });

  it("tells a story with its panels, author, dates and numbers by absolute addresses", () => {
    const [comic] = storyData(story(), {})["@graph"] as unknown as Record<string, unknown>[];
    expect(comic).toMatchObject({
      "@type": "ComicStory",
      url: "https://comics.example/story/0199d000-0000-7000-8000-000000000001/read",
      author: { "@type": "Person", name: "Ada Lovelace" },
      datePublished: "2026-11-02T10:00:00.000Z",
      dateModified: "2026-11-03T10:00:00.000Z",
      digitalSourceType: "https://schema.org/TrainedAlgorithmicMediaDigitalSource",
    });
    expect(comic?.image).toMatchObject([
      { contentUrl: expect.stringMatching(/^https:\/\/comics\.example\/media\//) },
      {},
    ]);
    expect(comic?.interactionStatistic).toMatchObject([
      { interactionType: { "@type": "LikeAction" }, userInteractionCount: 3 },
      { interactionType: { "@type": "ReadAction" }, userInteractionCount: 40 },
      { interactionType: { "@type": "CreateAction" }, userInteractionCount: 2 },
    ]);
  });

  it("calls a photograph no machine's work, and a drawn picture not a model's", () => {
    const sample = story();
    const [first, second] = sample.scenes[0]?.panels ?? [];
    const [comic] = storyData(sample, {
      [first?.imageUrl ?? ""]: "photo",
      [second?.imageUrl ?? ""]: "drawn",
    })["@graph"] as unknown as {
      image: { digitalSourceType?: string }[];
      digitalSourceType: string;
    }[];
    expect(comic?.image.map(({ digitalSourceType }) => digitalSourceType)).toEqual([
      undefined,
      "https://schema.org/AlgorithmicMediaDigitalSource",
    ]);
    expect(comic?.digitalSourceType).toBe("https://schema.org/AlgorithmicMediaDigitalSource");
  });

  it("S17 cannot end the script that it stands in", () => {
    const text = jsonLdText(storyData(story({ title: hostile, description: hostile }), {}));
    expect(text).not.toMatch(/[<>&\u2028\u2029]/);
    const [comic] = JSON.parse(text)["@graph"];
    expect(comic.name).toBe(hostile);
  });
});
