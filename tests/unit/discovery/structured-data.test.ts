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
 * The violations of the vocabulary of schema.org, as schema-dts declares it: types that
 * there are not, properties that a type has not, values of the wrong kind.
 */
function vocabularyErrors(samples: Record<string, object>): Record<string, string[]> {
  const files = Object.entries(samples).map(([name, data]) => {
    const file = path.join(folder, `${name}.ts`);
    // The input of an action has its own type; it is declared beside its site.
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

/** The missing properties that search engines require for rich results. */
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
  it("uses only types and properties of schema.org", () => {
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

  it("has the properties that search engines require of breadcrumbs, people and pictures", async () => {
    for (const [name, data] of Object.entries(samples())) {
      expect(await engineErrors(data), name).toEqual([]);
    }
    const broken = structuredClone(samples().story) as unknown as {
      "@graph": { itemListElement?: { name?: string }[] }[];
    };
    for (const { itemListElement: [first] = [] } of broken["@graph"]) delete first?.name;
    expect(await engineErrors(broken)).not.toEqual([]);
  });

  it("describes a story with its panels, author, dates and counts by absolute addresses", () => {
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

  it("marks neither a photograph nor a drawn picture as a model's work", () => {
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

  it("S17 cannot close its script element", () => {
    const text = jsonLdText(storyData(story({ title: hostile, description: hostile }), {}));
    expect(text).not.toMatch(/[<>&\u2028\u2029]/);
    const [comic] = JSON.parse(text)["@graph"];
    expect(comic.name).toBe(hostile);
  });
});
