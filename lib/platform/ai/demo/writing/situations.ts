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

/** The situation that most words of `text` speak for; `fallback` where none does. */
export function situationOf(text: string, fallback?: Situation): Situation {
  let best = fallback ?? (situations.at(-1) as Situation);
  // "A samurai without a sword" does not fight.
  const there = text.replace(/\b(?:without|no) (?:an?|any|the|his|her|their)?\s*\p{L}+/giu, " ");
  let most = 0;
  for (const candidate of situations) {
    const score = there.match(new RegExp(candidate.signs, "giu"))?.length ?? 0;
    if (score > most) {
      best = candidate;
      most = score;
    }
  }
  return best;
}
