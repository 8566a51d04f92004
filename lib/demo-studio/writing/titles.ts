import { cutText } from "@/lib/ai/cut-text";
import { random } from "../painting/random";
import { titleCase } from "./english";
import { timePhrase } from "./moods";
import { mentions, shortName } from "./people";
import type { Reading } from "./reading";

/** A title that none of `taken` has: the thing, the people or the place of a scene. */
export function titleOf(reading: Reading, taken: readonly string[], seed: string): string {
  const choices = titlesFor(reading);
  const free = choices.filter((one) => !taken.includes(one));
  return free.length > 0 ? random(`${seed}:title`).pick(free) : `${choices[0]}, Again`;
}

function titlesFor({ english, topic, text, cast, thing, place, time }: Reading): string[] {
  if (!english) return [openingWords(text)];
  if (topic) return [titleCase(text.replace(/[.!?]+$/u, ""))];
  const [hero, other] = cast;
  const name = titleCase(shortName(hero));
  const choices = thing ? [`The ${titleCase(thing)}`, `${name} and the ${titleCase(thing)}`] : [];
  if (other) choices.push(`${name} and ${titleCase(shortName(other)).replace(/^The/u, "the")}`);
  const called = hero.known ? (mentions(text, hero.name) ? "" : hero.known.title) : hero.described;
  if (/^\p{L}+ \p{L}+$/u.test(called)) choices.push(`The ${titleCase(called)}`);
  if (/^The \S+ \S+/u.test(place.name)) choices.push(place.name);
  if (choices.length === 0)
    choices.push(titleCase(`${name} ${place.here}`), titleCase(`${name} ${timePhrase(time)}`));
  return choices.filter((one) => one.length <= 80);
}

/** The first words of a text in any script. */
function openingWords(text: string): string {
  const first = text.split(/[.!?。！？]/u).find((part) => part.trim() !== "") ?? "";
  return cutText(first.trim(), /\p{L} \p{L}/u.test(first) ? 34 : 16) || "…";
}
