import type { StoryFacts } from "../../writer";
import type { Chance } from "./chance";
import type { Clause } from "./clauses";
import type { Genre } from "./genres";
import { isName, isPlaceName, mentions } from "./naming";
import { inventSetting, knownSetting, placeByName, type Setting } from "./settings";
import type { Situation } from "./situation";
import { nounPhrases } from "./words";

/** Where a scene plays that names no place: where the story was last, or where such things happen. */
export function placeOfStory(
  story: StoryFacts,
  genre: Genre,
  situation: Situation,
  chance: Chance,
): Setting {
  const last = [...story.scenes]
    .reverse()
    .flatMap(({ title, description }) =>
      story.locations.filter(({ name }) => mentions(`${title} ${description}`, name)),
    )[0];
  const known = last ?? story.locations[0];
  return known
    ? knownSetting(known, genre)
    : inventSetting(genre, situation.kind, chance.fork("place"));
}

/** A town or country that is named only in passing: 'the baker of Rouen'. */
export function properPlace(clauses: readonly Clause[], genre: Genre): Setting | null {
  for (const clause of clauses) {
    for (const phrase of nounPhrases(clause.words)) {
      if (isName(phrase) && isPlaceName(phrase) && phrase.modifiers.length === 0) {
        return placeByName(phrase.head.text.replace(/[’']s$/u, ""), genre);
      }
    }
  }
  return null;
}
