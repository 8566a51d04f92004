import { expect, it } from "vitest";
import { namedIn } from "@/lib/scenes/named-in";

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
  expect(namedIn(text, cast).map(({ name }) => name)).toEqual(names);
});
