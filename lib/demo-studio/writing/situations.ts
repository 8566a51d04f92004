import situations from "./data/situations.json";

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
  let best = fallback;
  let most = 0;
  for (const [kind, { signs }] of Object.entries(situations) as [Situation, { signs: string }][]) {
    const count = there.match(new RegExp(`\\b(?:${signs})\\b`, "giu"))?.length ?? 0;
    // Where somebody investigates, the theft is seen from the other side.
    const score =
      kind === "mystery" && count > 0 && /\b(?:detective|inspector)/iu.test(there)
        ? count + 2
        : count;
    if (score > most) [best, most] = [kind, score];
  }
  return best;
}
