import situations from "./data/situations.json";
import { matches, mostTold } from "./moods";

/**
 * What people say in a situation, by the beat of the scene; entries are parted by ` | `. In an entry
 * `A: ` is speech, `A? ` a thought, ` / ` parts an exchange; B is the other one in the frame. Slots:
 * {thing} 'the lantern', {athing} 'a glowing lantern', {it}, {here} 'in the old forest'.
 */
export type Situation = keyof typeof situations;
export const situation = (kind: Situation) => situations[kind];

/** The situation that most words speak for; `fallback` where none does. */
export function situationOf(text: string, fallback: Situation = "everyday"): Situation {
  // "A samurai without a sword" does not fight.
  const there = text.replace(/\b(?:without|no) (?:an?|any|the|his|her|their)?\s*\p{L}+/giu, " ");
  // Where somebody investigates, the theft is seen from the other side.
  const isCase = /\b(?:detective|inspector)/iu.test(there);
  return (
    mostTold(situations, (kind, signs) => {
      const count = matches(there, signs);
      return kind === "mystery" && count > 0 && isCase ? count + 2 : count;
    }) ?? fallback
  );
}
