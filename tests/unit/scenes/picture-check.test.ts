import { expect, it } from "vitest";
import { createDemoVision } from "@/lib/demo-studio/vision";
import type { PanelContract } from "@/lib/scenes/panels/contract";
import {
  checkResultOf,
  faceQuestion,
  pictureCheckResult,
  questionsOf,
  repairPrompt,
  summaryOf,
} from "@/lib/scenes/panels/picture-check";
import { verdictOf } from "@/lib/vision/trial-service";

const contract: PanelContract = {
  people: [
    { name: "Mira", outfit: "raincoat", action: "climbs the ladder" },
    { name: "Tom", outfit: "", action: "" },
  ],
  place: "the harbour",
  light: "at night",
  shot: "full",
  mustShow: ["a boat"],
};
const bare: PanelContract = {
  people: [],
  place: "",
  light: "",
  shot: "Medium shot",
  mustShow: [],
};
const idsOf = (one: PanelContract) => questionsOf(one, []).map(({ id }) => id);

it("every part of a contract is asked, and nothing that it leaves open", () => {
  expect(idsOf(contract)).toEqual([
    "person:Mira",
    "outfit:Mira",
    "action:Mira",
    "person:Tom",
    "people",
    "place",
    "light",
    "shot",
    "thing:a boat",
    "lettering",
    "limbs",
  ]);
  expect(idsOf(bare)).toEqual(["people", "lettering", "limbs"]);
});

it("a repair names what was answered with no, and no more", () => {
  const questions = questionsOf(contract, [{ name: "mira", description: "Red hair." }]);
  const answersOf = (no: string[]) =>
    questions.map(({ id }) => ({
      id,
      reason: "So it looks.",
      answer: no.includes(id) ? ("no" as const) : ("cannot tell" as const),
    }));
  const check = checkResultOf("eyes", questions, answersOf(["person:Mira", "lettering"]));
  expect(repairPrompt(check)).toBe("Add Mira (Red hair.). Remove all lettering.");
  expect(summaryOf(check)).toEqual({
    model: "eyes",
    asked: 11,
    unknown: 9,
    misses: [
      { text: "Mira is not in the picture", reason: "So it looks." },
      { text: "There is lettering in the picture", reason: "So it looks." },
    ],
  });
  expect(repairPrompt(checkResultOf("eyes", questions, answersOf([])))).toBeNull();
  expect([null, {}, "x"].map(summaryOf)).toEqual([undefined, undefined, undefined]);
});

it("the longest check fits into its column", () => {
  const long = '"'.repeat(200);
  const person = { name: long.slice(0, 100), outfit: long.slice(0, 80), action: long };
  const most: PanelContract = {
    place: long,
    light: long,
    shot: "full",
    people: Array(6).fill(person),
    mustShow: Array(6).fill(long.slice(0, 100)),
  };
  const questions = [...questionsOf(most, []), ...Array(3).fill(faceQuestion(person.name))];
  const answers = questions.map(({ id }) => ({ id, answer: "no" as const, reason: long }));
  const check = checkResultOf("eyes", questions, answers);
  expect(check.answers).toHaveLength(questions.length);
  expect(pictureCheckResult.parse(check)).toEqual(check);
  // PostgreSQL writes a blank after each colon and comma.
  const stored = JSON.stringify(check).replaceAll('\\"', "“").length + 12 * questions.length;
  expect(stored).toBeLessThan(32_000);
});

it.each([
  ["agrees with everything", ["yes", "yes"], ["yes", "yes", "yes"], /agrees with everything/],
  ["denies everything", ["no", "no"], ["no", "no", "no"], /does not see/],
  ["cannot tell anything", ["cannot tell", "cannot tell"], ["cannot tell"], /does not see/],
  ["sees", ["yes", "yes"], ["no", "no", "cannot tell"], null],
  ["errs once", ["yes", "cannot tell"], ["no", "yes", "no"], null],
] as const)("a model that %s", (_, ofTrue, ofFalse, problem) => {
  const verdict = verdictOf([
    ...ofTrue.map((answer) => ({ isTrue: true, answer })),
    ...ofFalse.map((answer) => ({ isTrue: false, answer })),
  ]);
  if (problem) expect(verdict).toMatch(problem);
  else expect(verdict).toBeNull();
});

it("the demo studio answers from what it drew, and cannot tell of other pictures", async () => {
  const studio = createDemoVision("Demo studio");
  const cast = ["Mira", "Tom"].map((name) => ({ id: name, name, description: `${name}, adult` }));
  const drawn = {
    kind: "panel" as const,
    artStyle: "",
    seed: "s",
    figures: cast,
    model: "Demo studio",
    prompt: "Mira and Tom at the harbour at night. Beside them a boat and a dog.\nShot: full.",
  };
  const ask = async (changes: Partial<typeof drawn> & { changes?: string[] }) => {
    const answers = await studio.answer({
      picture: new Uint8Array(),
      references: [],
      questions: questionsOf({ ...contract, mustShow: ["a dog", "a dragon"] }, []),
      loadProvenance: async () => ({ ...drawn, changes: [], ...changes }),
    });
    return answers
      .filter(({ answer }) => answer !== "yes")
      .map(({ id, answer }) => `${id}: ${answer}`);
  };
  const always = ["outfit:Mira: cannot tell", "action:Mira: cannot tell"];
  expect(await ask({})).toEqual([...always, "thing:a dragon: no"]);
  expect(await ask({ figures: cast.slice(0, 1) })).toEqual([
    ...always,
    "person:Tom: no",
    "people: no",
    "thing:a dragon: no",
  ]);
  expect(await ask({ prompt: "Mira and Tom in the library by day.\nShot: wide." })).toEqual([
    ...always,
    "place: no",
    "light: no",
    "shot: no",
    "thing:a dog: no",
    "thing:a dragon: no",
  ]);
  expect(await ask({ changes: ["Make it day"] })).toContain("light: no");
  expect((await ask({ model: "flux" })).every((line) => line.endsWith("cannot tell"))).toBe(true);
});
