import { expect, it } from "vitest";
import { findMentions } from "@/lib/scenes/panels/find-mentions";

const cast = ["Odile", "Brenna", "The Inspector", "Captain Ines Verne", "Old Tom", "Anna Berg"]
  .concat("Anna Lind")
  .map((name) => ({ name }));

it.each([
  ["Odile alone rings a brass bell inside the tram, laughing", ["Odile"]],
  ["Brenna waves at the inspector and Odile", ["Brenna", "The Inspector", "Odile"]],
  ["Ines salutes", ["Captain Ines Verne"]],
  ["Old walls, and the captain of nobody", []],
  ["Anna laughs with Lind", ["Anna Lind"]],
  ["Odiles Haus", []],
])("%s", (text, names) => {
  expect(findMentions(text, cast).map(({ name }) => name)).toEqual(names);
});

it("finds an entity by its former name, unless another has that name now", () => {
  const renamed = [
    { name: "Maja", formerNames: ["Mira", "Odile"] },
    { name: "Odile", formerNames: [] },
  ];
  const named = (text: string) => findMentions(text, renamed).map(({ name }) => name);
  expect(named("Mira waves at Odile")).toEqual(["Maja", "Odile"]);
  expect(named("Odile rings a bell")).toEqual(["Odile"]);
});
