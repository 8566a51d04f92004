import { expect, it } from "vitest";
import { changesTold, dressed } from "@/lib/scenes/panels/outfits";

const outfits = [
  { id: "raincoat", name: "Raincoat", description: "yellow" },
  { id: "uniform", name: "uniform", description: "" },
];
const mira = { id: "mira", name: "Mira", formerNames: ["Miriam"], outfits };
const cast = [mira, { id: "tom", name: "Tom", formerNames: ["Mira"], outfits: [] }];

it.each<[string, string, Record<string, string | null>, string]>([
  ["an outfit is a change", "raincoat", { mira: "raincoat" }, ""],
  ["usual clothes are a change", "Usual clothes ", { mira: null }, ""],
  ["nothing changes nothing", "", {}, ""],
  ["other words stay", "a wedding dress", {}, "a wedding dress"],
])("of what is told, %s: '%s'", (_, outfit, changes, rest) => {
  for (const name of ["Mira", "MIRIAM"]) {
    const person = { name, outfit, action: "waves" };
    expect(changesTold([person], cast)).toEqual({ changes, people: [{ ...person, outfit: rest }] });
  }
});

it("characters without outfits and strangers keep what is told", () => {
  const people = [
    { name: "Tom", outfit: "raincoat", action: "" },
    { name: "A voice", outfit: "usual clothes", action: "" },
  ];
  expect(changesTold(people, cast)).toEqual({ changes: {}, people });
});

it.each<[string, string | null, string | null | undefined, object | null]>([
  ["wears what is in force without a contract", null, "raincoat", { id: "raincoat" }],
  ["wears what is in force under a contract without words", "", "uniform", { id: "uniform" }],
  ["wears the contract's own words", "a cape", "raincoat", { id: "", name: "a cape" }],
  ["wears the outfit that the words name now", "RAINCOAT", null, { id: "raincoat" }],
  ["wears usual clothes where the words say so", "usual clothes", "raincoat", null],
  ["wears usual clothes after an outfit that is gone", "", "deleted", null],
  ["wears usual clothes where nothing has changed", null, undefined, null],
])("a character %s: %j after %j", (_, words, worn, expected) => {
  const people = words === null ? [] : [{ name: "Miriam", outfit: words, action: "" }];
  const [shown, tom] = dressed(cast, { people }, worn === undefined ? {} : { mira: worn });
  if (expected) expect(shown?.outfit).toMatchObject(expected);
  else expect(shown?.outfit).toBeNull();
  expect(tom?.outfit).toBeNull();
});
