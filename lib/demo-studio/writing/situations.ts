import type { Situation } from "./situation";
import { everyday } from "./situation-everyday";
import { adventureSituations } from "./situations-adventure";
import { daySituations } from "./situations-days";
import { peopleSituations } from "./situations-people";

/** From the most telling to the most general; the last one, 'everyday', always fits. */
export const situations: readonly Situation[] = [
  ...peopleSituations.slice(0, 1),
  ...adventureSituations.filter(({ kind }) => kind !== "journey"),
  ...peopleSituations.slice(1),
  ...adventureSituations.filter(({ kind }) => kind === "journey"),
  ...daySituations,
  everyday,
];

const sleuth = /\b(?:detective|inspector|private eye)s?\b/iu;

/** The situation that most words of `text` speak for; `fallback` where none does. */
export function situationOf(text: string, fallback?: Situation): Situation {
  let best = fallback ?? (situations.at(-1) as Situation);
  // "A samurai without a sword" does not fight.
  const there = text.replace(/\b(?:without|no) (?:an?|any|the|his|her|their)?\s*\p{L}+/giu, " ");
  let most = 0;
  for (const candidate of situations) {
    const found = there.match(new RegExp(candidate.signs, "giu"))?.length ?? 0;
    // Where somebody investigates, the theft is seen from the other side.
    const score = candidate.kind === "mystery" && sleuth.test(there) ? found + 2 : found;
    if (score > most) {
      best = candidate;
      most = score;
    }
  }
  return best;
}
