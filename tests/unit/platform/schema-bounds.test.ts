import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Declaration } from "@/lib/platform/http/route";
import { findUnbounded, partsOf, schemasIn } from "@/tests/support/unbounded-schemas";

const root = path.resolve(import.meta.dirname, "../../..");
const usesZod = /^import [^;]*\bz\b[^;]* from "(?:zod|@\/lib\/platform\/zod)";/m;

/** The files of the product that make schemas, and those that declare calls. */
const files = ["app", "components", "inngest", "lib", "prisma", "scripts"]
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }),
  )
  .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name))
  .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
  .filter((file) => !file.startsWith(path.join("prisma", "client")))
  .filter(
    (file) =>
      usesZod.test(readFileSync(path.join(root, file), "utf8")) || /\broute\.ts$/.test(file),
  );

/**
 * Schemas of what we write ourselves, where no declaration of a call shows it: what a call answers,
 * with all that it is made of, is known by its declaration.
 */
const ours = new Map([
  ["lib/stories/schema.ts#tagCounts", "our answer"],
  ["lib/accounts/schema.ts#aboutDto", "a part of answers, by its fields"],
  ["lib/generation/schema.ts#jobDto", "a part of answers, by its fields"],
  ["lib/reports/schema.ts#decisionDto", "what a page hands to the browser"],
  ["lib/platform/http/openapi.ts#failureSchema", "the shape of our failures"],
  ["lib/generation/schema.ts#sceneJobInput", "rows of jobs"],
  ["lib/generation/schema.ts#sceneJobResult", "rows of jobs"],
  ["lib/generation/schema.ts#mediaJobInput", "rows of jobs"],
  ["lib/world/references/service.ts#referenceJobInput", "rows of jobs"],
  ["lib/generation/schema.ts#mediaJobResult", "rows of jobs; what a painter says is cut before"],
  ["lib/media/schema.ts#mediaVariant", "rows of media"],
  ["lib/media/credentials/history.ts#history", "rows of media"],
  ["lib/platform/env.ts#envSchema", "the environment, set by who runs the site"],
  ["lib/platform/env.ts#prices", "the environment"],
  ["inngest/engine/options.ts#shape", "the environment of the engine"],
  [
    "inngest/engine/protocol.ts#protocolError",
    "errors of our own functions, in an answer of 16 MB",
  ],
]);

/** Parts without a maximum in schemas of external data, with the limit that bounds them instead. */
const open = [
  {
    place: /^components\/jobs\/followed-jobs\.ts#/,
    line: /record without max$/,
    because: "a browser keeps 5 MB for a tab",
  },
  {
    place: /^inngest\/engine\//,
    line: /other keys$|record without max$|\.key: |unknown of any size$/,
    because: "what our own app sends the engine: 4 MB as a call, 16 MB as an answer",
  },
  {
    place: /^lib\/ai\/replicate\/client\.ts#/,
    line: /\.(input|output|error): unknown of any size$/,
    because: "an answer is at most 64 MB, and one text of each is looked at",
  },
  {
    place: /^lib\/(?:generation|media)\/schema\.ts#(?:mediaRequestRecord|madeWith)/,
    line: /basis: record without max$/,
    because: "the column of a take holds 32,000 characters",
  },
  {
    place: /^lib\/scenes\/panels\/outfits\.ts#/,
    line: /^\.: record without max$/,
    because: "the column of a panel holds 2,000 characters",
  },
  {
    place: /^lib\/ai\/(?:comfyui|sdapi)\//,
    line: /./,
    because: "an answer is at most 96 MB, and a pasted workflow 400 kB",
  },
];

/** Functions that make schemas for a constant of a module, where the test sees what they have made. */
const makers = new Set([
  "inngest/engine/options.ts#integer",
  "inngest/engine/protocol.ts#text",
  "lib/accounts/schema.ts#personName",
  "lib/accounts/sign-in/security-schema.ts#base64url",
  "lib/books/archive/archive.ts#entities",
  "lib/books/archive/archive.ts#text",
  "lib/generation/schema.ts#chosenIds",
  "lib/generation/text/writer-tasks.ts#list",
  "lib/generation/text/writer-tasks.ts#text",
  "lib/generation/text/schema.ts#quickDescription",
  "lib/generation/text/schema.ts#sheetBody",
  "lib/platform/env.ts#integer",
  "lib/platform/env.ts#json",
  "lib/platform/env.ts#pem",
  "lib/platform/env.ts#text",
  "lib/reports/schema.ts#words",
  "lib/scenes/panels/contract.ts#cut",
  "lib/scenes/panels/script.ts#bounded",
  "lib/scenes/panels/contract.ts#truncatedText",
  "lib/scenes/panels/script.ts#facesOf",
  "lib/scenes/panels/script.ts#linesOf",
  "lib/world/schema.ts#formFields",
  "scripts/backup/manifest.ts#named",
]);

/** Functions that make schemas of other things than what comes in. */
const harmless = new Map([
  [
    "components/accounts/settings/delete-account-dialog.tsx#DeleteAccountDialog",
    "a form of one field",
  ],
  ["components/world/add-entity.tsx#AddEntity", "a form"],
  ["lib/ai/comfyui/client.ts#createComfyUiClient", "answers of at most 96 MB"],
  ["lib/ai/sdapi/offers.ts#readOffers", "answers of at most 96 MB"],
  ["lib/ai/replicate/client.ts#createReplicateClient", "an answer that is not looked at"],
  ["lib/generation/client.ts#stalePanelsOptions", "our answer"],
  ["lib/jobs/client.ts#openJobsOptions", "our answer"],
  ["lib/platform/http/openapi.ts#successOf", "a document of our answers"],
  ["lib/scenes/client.ts#addTake", "our answer"],
  ["lib/scenes/client.ts#takesOptions", "our answer"],
]);

type Named = [name: string, value: unknown];
/** The constants and functions of a module, by `file#name`: those that it exports, and the others. */
const modules = new Map<string, { exported: Named[]; all: Named[] }>();

const declarationOf = (value: unknown): Declaration | null =>
  typeof value === "function" && "declaration" in value ? (value.declaration as Declaration) : null;

beforeAll(async () => {
  for (const file of files) {
    const place = path.join(root, file);
    modules.set(file, {
      exported: Object.entries(await import(/* @vite-ignore */ place)),
      all: Object.entries(await import(/* @vite-ignore */ `${place}?every-name`)),
    });
  }
}, 120_000);

/** Schemas that are only asked what we say: those of answers, with all that they are made of. */
function ourSchemas() {
  const answers = [...modules.values()]
    .flatMap(({ exported }) => exported)
    .flatMap(([, value]) => schemasIn(declarationOf(value)?.response));
  const known = new Set(answers.flatMap(partsOf));
  for (const [file, { exported, all }] of modules) {
    for (const [name, value] of exported) {
      const isOurs = ours.has(`${file}#${name}`) || schemasIn(value).some((one) => known.has(one));
      if (isOurs) {
        const twin = all.find(([other]) => other === name)?.[1];
        for (const one of schemasIn([value, twin]).flatMap(partsOf)) known.add(one);
      }
    }
    for (const [name, value] of all) {
      if (ours.has(`${file}#${name}`)) for (const one of schemasIn(value)) known.add(one);
    }
  }
  return known;
}

describe("S28 input", () => {
  it("has a maximum in every schema", () => {
    const known = ourSchemas();
    const found = [...modules].flatMap(([file, { exported, all }]) => {
      const asked = exported.flatMap(([name, value]): Named[] => {
        const { params, query, body } = declarationOf(value) ?? {};
        return [
          [`${name} params`, params],
          [`${name} query`, query],
          [`${name} body`, body],
        ];
      });
      return [
        ...asked.flatMap(([name, value]) => schemasIn(value).map((one) => [name, one] as const)),
        ...all.flatMap(([name, value]) =>
          schemasIn(value)
            .filter((one) => !known.has(one))
            .map((one) => [name, one] as const),
        ),
      ].flatMap(([name, schema]) => {
        const place = `${file}#${name}`;
        return findUnbounded(schema)
          .filter((line) => !open.some((one) => one.place.test(place) && one.line.test(line)))
          .map((line) => `${place} ${line}`);
      });
    });
    expect(found).toEqual([]);
  });

  it("is read by no schema that the test cannot see", () => {
    const found = [...modules].flatMap(([file, { all }]) =>
      all.flatMap(([name, value]) => {
        const place = `${file}#${name}`;
        const isMaker =
          typeof value === "function" &&
          /\.z\.(coerce\.)?(string|number|int|bigint|array|record|map|set|unknown|any|looseObject)\b/.test(
            String(value),
          );
        return isMaker && !makers.has(place) && !harmless.has(place) ? [place] : [];
      }),
    );
    expect(found).toEqual([]);
  });

  it("has no outdated exception", () => {
    const there = new Set(
      [...modules].flatMap(([file, { all }]) => all.map(([name]) => `${file}#${name}`)),
    );
    const named = [...ours.keys(), ...makers, ...harmless.keys()];
    expect(named.filter((place) => !there.has(place))).toEqual([]);
  });
});

describe("the walk through a schema", () => {
  const endless = z.string().regex(/^a+$/);

  it.each([
    ["a text", z.string(), [".: string without max"]],
    ["a number", z.number(), [".: number without max"]],
    ["an integer", z.int(), [".: number without max"]],
    ["a bigint", z.bigint(), [".: bigint without max"]],
    ["a list", z.array(z.boolean()), [".: array without max"]],
    ["a set", z.set(z.boolean()), [".: set without max"]],
    ["a map", z.record(z.string().max(3), z.boolean()), [".: record without max"]],
    ["other keys", z.looseObject({}), [".: other keys"]],
    ["anything", z.unknown(), [".: unknown of any size"]],
    ["a pattern without an end", endless, [".: string without max"]],
    ["a mail address", z.email(), [".: string without max"]],
    ["a moment", z.iso.datetime(), [".: string without max"]],
    [
      "a text that is cut after it was read",
      z.string().transform((s) => s[0]),
      [".: string without max"],
    ],
    ["parts", z.object({ a: z.array(z.string()).max(2).optional() }), [".a[]: string without max"]],
    [
      "a choice",
      z
        .union([z.literal("a"), z.string()])
        .nullable()
        .catch(null),
      [".: string without max"],
    ],
    [
      "a tuple",
      z.tuple([z.string()], z.boolean()),
      [".: tuple without end", "[0]: string without max"],
    ],
  ])("finds %s", (_, schema, found) => {
    expect(findUnbounded(schema)).toEqual(found);
  });

  it("accepts a schema with a maximum", () => {
    const bounded = z.strictObject({
      id: z.uuid(),
      name: z.string().trim().max(3),
      code: z.string().length(6),
      hash: z.string().regex(/^[0-9a-f]{64}\.(jpg|png)$/),
      count: z.int32(),
      share: z.number().min(0).max(1),
      page: z.coerce.number().int().max(10),
      kinds: z.array(z.enum(["a", "b"])).max(2),
      mail: z.string().max(254).pipe(z.email()),
      names: z
        .array(z.string().max(3))
        .overwrite((names) => names.slice(0, 2))
        .max(2)
        .catch([]),
    });
    expect(findUnbounded(bounded)).toEqual([]);
  });
});
