import type { Situation } from "./situation";
import { adventureSituations } from "./situations-adventure";
import { daySituations } from "./situations-days";
import { peopleSituations } from "./situations-people";

/** From the most telling to the most general; the last one, 'everyday', always fits. */
export const situations: readonly Situation[] = [
  ...peopleSituations.slice(0, 1),
  ...adventureSituations,
  ...peopleSituations.slice(1),
  ...daySituations,
];

/** The situation that most words of `text` speak for; `fallback` where none does. */
export function situationOf(text: string, fallback?: Situation): Situation {
  let best = fallback ?? (situations.at(-1) as Situation);
  let most = 0;
  for (const candidate of situations) {
    const score = text.match(new RegExp(candidate.signs, "giu"))?.length ?? 0;
    if (score > most) {
      best = candidate;
      most = score;
    }
  }
  return best;
}
