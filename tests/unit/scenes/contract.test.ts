import { expect, it } from "vitest";
import { panelScript } from "@/lib/generation/text/writer-tasks";
import {
  contractFor,
  contractLimits,
  contractLines,
  contractUnder,
  panelContract,
} from "@/lib/scenes/panels/contract";
import {
  contractForm,
  formatPeople,
  fromContractForm,
  parsePeople,
  toContractForm,
} from "@/lib/scenes/panels/contract-form";

const script = {
  shot: "full",
  characters: ["Mira", "Old Tom"],
  location: "The Pier",
  lines: [],
  imagePrompt: "Mira climbs the ladder beside Old Tom.",
  altText: "Mira on a ladder.",
};
const told = {
  people: [
    { name: "mira", outfit: "raincoat", action: "climbs the ladder" },
    { name: "A stranger", outfit: "", action: "watches" },
  ],
  light: "night, rain",
  mustShow: ["the red lantern", ""],
};

it("a script's contract names the people of its frame; a script without one, or with a broken one, still has it", () => {
  const parsed = panelScript.parse({ ...script, contract: told });
  expect(contractFor(parsed, parsed.contract)).toEqual({
    people: [
      { name: "mira", outfit: "raincoat", action: "climbs the ladder" },
      { name: "Old Tom", outfit: "", action: "" },
    ],
    place: "The Pier",
    light: "night, rain",
    shot: "full",
    mustShow: ["the red lantern"],
    forPrompt: script.imagePrompt,
  });
  for (const contract of [undefined, null, "none", { people: 3 }]) {
    expect(panelScript.parse({ ...script, contract }).contract).toBeNull();
  }
  expect(contractFor(panelScript.parse(script)).people.map(({ name }) => name)).toEqual([
    "Mira",
    "Old Tom",
  ]);
});

it("a script's contract counts for its prompt alone, the author's for any", () => {
  const scripted = contractFor(script, told);
  const { forPrompt: _, ...own } = scripted;
  expect(contractUnder(scripted, script.imagePrompt)).toEqual(scripted);
  expect(contractUnder(scripted, "Mira sleeps in the boat.")).toBeNull();
  expect(contractUnder(own, "Mira sleeps in the boat.")).toEqual(own);
  for (const stored of [null, undefined, {}, "x"]) expect(contractUnder(stored, "y")).toBeNull();
});

it("the painter is told what the prompt does not say", () => {
  const contract = contractFor(script, told);
  expect(contractLines(contract, script.imagePrompt)).toEqual([
    "mira wears raincoat.",
    "Light: night, rain.",
    "Must be seen: the red lantern.",
  ]);
  expect(contractLines(contract, "Mira beside THE RED LANTERN on a night, rain.")).toEqual([
    "mira wears raincoat.",
    "mira: climbs the ladder.",
  ]);
});

it.each([
  ["Mira (raincoat): climbs the ladder", ["Mira", "raincoat", "climbs the ladder"]],
  ["Mira", ["Mira", "", ""]],
  ["Old Tom: says 'go: now'", ["Old Tom", "", "says 'go: now'"]],
  ["Mira (blue dress)", ["Mira", "blue dress", ""]],
])("a line of people reads '%s'", (line, [name, outfit, action]) => {
  const people = [{ name, outfit, action }];
  expect(parsePeople(`\n ${line} \n`)).toEqual(people);
  expect(formatPeople(people as ReturnType<typeof parsePeople>)).toBe(line);
});

it("a form gives back the contract that it shows, and refuses what is too much", () => {
  const { forPrompt: _, ...contract } = contractFor(script, told);
  const form = toContractForm(contract);
  expect(contractForm.parse(form)).toEqual(form);
  expect(fromContractForm(form)).toEqual(contract);
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => `Thing ${at}`).join("\n");
  const problems = (changes: Partial<typeof form>) =>
    contractForm.safeParse({ ...form, ...changes }).error?.issues.map(({ path }) => path[0]);
  expect(problems({ mustShow: lines(7), people: lines(7) })).toEqual(["people", "mustShow"]);
  expect(problems({ place: "x".repeat(101) })).toEqual(["place"]);
});

it("a full contract fits into its column", () => {
  const long = '"'.repeat(300);
  const contract = panelContract.parse({
    people: Array.from({ length: 9 }, () => ({ name: long, outfit: long, action: long })),
    place: long,
    light: long,
    shot: long,
    mustShow: Array(9).fill(long),
    forPrompt: '"'.repeat(1000),
  });
  expect(contract.people).toHaveLength(contractLimits.people);
  expect(JSON.stringify(contract).length).toBeLessThan(16_000);
});
