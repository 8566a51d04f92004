import { expect, it } from "vitest";
import { dressPeople } from "@/lib/generation/text/script-outfits";

const cast = [
  {
    ...{ id: "mira", name: "Mira", formerNames: ["Miriam"] },
    outfits: [
      { id: "raincoat", name: "Raincoat" },
      { id: "uniform", name: "uniform" },
    ],
  },
  { id: "tom", name: "Tom", formerNames: [], outfits: [] },
];

it.each<[string, string, string | null, Record<string, string | null>, string]>([
  ["changes into it", "raincoat", null, { mira: "raincoat" }, "Raincoat"],
  ["keeps it", "Raincoat", "raincoat", {}, "Raincoat"],
  ["changes again", "uniform", "raincoat", { mira: "uniform" }, "uniform"],
  ["says nothing", "", "raincoat", {}, "Raincoat"],
  ["changes back", "usual clothes", "raincoat", { mira: null }, ""],
  ["is in usual clothes already", "usual clothes", null, {}, ""],
  ["has no such outfit", "a wedding dress", "uniform", {}, "a wedding dress"],
])("a script %s: %j after %j", (_, outfit, before, changes, told) => {
  for (const name of ["Mira", "Miriam"]) {
    const person = { name, outfit, action: "waves" };
    expect(dressPeople([person], cast, { mira: before })).toEqual({
      changes,
      people: [{ ...person, outfit: told }],
    });
  }
});

it("people without outfits and strangers stay as they are", () => {
  const people = [
    { name: "Tom", outfit: "", action: "" },
    { name: "A voice", outfit: "a hood", action: "" },
  ];
  expect(dressPeople(people, cast, {})).toEqual({ changes: {}, people });
});
