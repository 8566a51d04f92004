import type { Chance } from "./chance";
import type { Clause } from "./clauses";
import type { Genre } from "./genres";
import { isName, isPlaceName, mentions } from "./naming";
import type { StoryFacts } from "./request";
import { inventSetting, knownSetting, placeByName, plainSetting, type Setting } from "./settings";
import type { Situation } from "./situation";
import { nounPhrases } from "./words";

const workplaces: Record<string, string> = {
  clockmaker: "workshop",
  watchmaker: "workshop",
  inventor: "workshop",
  baker: "bakery",
  cook: "kitchen",
  chef: "kitchen",
  detective: "office",
  inspector: "office",
  teacher: "school",
  librarian: "library",
  astronaut: "spaceship",
  cosmonaut: "spaceship",
  commander: "spaceship",
  fisherman: "harbour",
  sailor: "ship",
  pirate: "ship",
  captain: "ship",
  knight: "castle",
  king: "castle",
  queen: "castle",
  princess: "castle",
  prince: "castle",
  wizard: "tower",
  witch: "cottage",
  farmer: "farm",
  shepherd: "hill",
  gardener: "garden",
  scientist: "laboratory",
  doctor: "hospital",
  nurse: "hospital",
  actor: "theatre",
  actress: "theatre",
  magician: "theatre",
  barista: "café",
  bartender: "bar",
  sheriff: "saloon",
  monk: "monastery",
  keeper: "lighthouse",
};

/** Where a scene plays that names no place: where the story was last, or where such things happen. */
export function placeOfStory(
  story: StoryFacts,
  genre: Genre,
  situation: Situation,
  chance: Chance,
  calling = "",
): Setting {
  const last = [...story.scenes]
    .reverse()
    .flatMap(({ title, description }) =>
      story.locations.filter(({ name }) => mentions(`${title} ${description}`, name)),
    )[0];
  const known = last ?? story.locations[0];
  const workplace = workplaces[calling];
  if (!known && workplace) return plainSetting(workplace);
  return known
    ? knownSetting(known, genre)
    : inventSetting(genre, situation.kind, chance.fork("place"));
}

/** A town or country that is named only in passing: 'the baker of Rouen'. */
export function properPlace(clauses: readonly Clause[], genre: Genre): Setting | null {
  for (const clause of clauses) {
    for (const phrase of nounPhrases(clause.words)) {
      if (isName(phrase) && isPlaceName(phrase) && phrase.modifiers.length === 0) {
        const name = phrase.head.text.replace(/[’']s$/u, "");
        // "the crew of the Meridian" is aboard.
        if (phrase.determiner === "the" && !phrase.head.tags.has("Place")) {
          const ship = plainSetting(genre === "space" ? "spaceship" : "ship");
          return {
            ...ship,
            name: `The ${name}`,
            phrase: `the ${name}`,
            here: `aboard the ${name}`,
          };
        }
        return placeByName(name, genre);
      }
    }
  }
  return null;
}
