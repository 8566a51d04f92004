import nlp from "compromise";
import { cutText } from "@/lib/ai/cut-text";
import type { EntitiesAnswer, Sheet } from "./answers";
import { CastReader } from "./cast";
import { type Chance, chanceFrom } from "./chance";
import { clausesOf } from "./clauses";
import { capitalise, sentence, titleCase } from "./english";
import { type Figure, figure, roleIn } from "./figures";
import { type Genre, genreOf } from "./genres";
import { conceptsIn } from "./glossary";
import { isEnglish } from "./language";
import { markersIn } from "./markers";
import { inventName } from "./names";
import { placeKindOf } from "./places";
import { readPrompt } from "./reading";
import type { StoryFacts, WriterFacts } from "./request";
import { actorRole, roleOf } from "./roles";
import { inventSetting, plainSetting, type Setting, settingsIn } from "./settings";
import { characterSheet, characterSheets, locationSheet } from "./sheets";

/** Who and what a story description brings along, most important first. */
export function writeEntities(facts: WriterFacts["entities"]): EntitiesAnswer {
  const text = markersIn(facts.description).text;
  const chance = chanceFrom(["entities", text, facts.story.title].join("\u0001"));
  const reading = readPrompt(text, facts.story, chance.fork("reading"));
  const alone = reading.cast.length === 1 && reading.english;
  const places = reading.places.length > 0 ? reading.places : reading.settings;
  return {
    newCharacters: characterSheets(
      reading.cast
        .filter((one) => !one.known)
        .slice(0, Math.max(0, facts.maxCharacters))
        .map((one) => ({
          figure: one,
          told: alone ? `${one.described}. ${text}` : one.described,
        })),
      reading.genre,
      chance,
    ),
    newLocations: places
      .filter((one) => !one.known)
      .slice(0, Math.max(0, facts.maxLocations))
      .map((one) => locationSheet(one, chance)),
  };
}

const unknownWorld = (story: StoryFacts): StoryFacts => ({
  ...story,
  characters: [],
  locations: [],
  scenes: [],
});

function genreFor(text: string, context: string, story: StoryFacts): Genre {
  return genreOf(text, `${context} ${story.title} ${story.description} ${story.tags.join(" ")}`);
}

/** A character's sheet from a description: what the author says stays, what is missing is added. */
export function writeCharacter(facts: WriterFacts["character"]): Sheet {
  const text = markersIn(facts.description).text;
  const { story, context } = facts;
  const chance = chanceFrom(["character", text, context, story.title].join("\u0001"));
  const genre = genreFor(text, context, story);
  const one = described(text, story, genre, chance);
  const sheet = characterSheet(one, genre, chance, text);
  if (text.length <= 24) return sheet;
  const [, ...rest] = sheet.description.split(/(?<=\.) /u);
  return {
    ...sheet,
    description: cutText(`${sentence(text)} ${rest.join(" ")}`.trim(), 1000),
    imagePrompt: cutText(`${sheet.imagePrompt} ${sentence(cutText(text, 400))}`, 1000),
  };
}

/** Who a description is about. */
function described(text: string, story: StoryFacts, genre: Genre, chance: Chance): Figure {
  const english = isEnglish(text);
  const words = english ? text : conceptsIn(text).join(" ");
  const reader = new CastReader(unknownWorld(story), genre, chance.fork("cast"));
  const found = english ? reader.read(clausesOf(text)).figures : [];
  const named = found.find((one) => one.named);
  const concept = words.split(" ").find((word) => roleOf(word));
  const role =
    named?.role ?? roleIn(words) ?? (concept ? roleOf(concept) : null) ?? actorRole("person");
  const taken = story.characters.map(({ name }) => name);
  const gender = figure("", role, text, false).gender;
  const name = named?.name ?? inventName({ ...role, gender }, genre, taken, chance);
  const whole = figure(name, role, text, true);
  const one = {
    ...figure(name, role, english ? shortDescription(text, name) : "", true),
    gender: whole.gender,
    age: whole.age,
  };
  if (one.gender === "neutral" && named) one.gender = named.gender;
  return one;
}

/** 'A shy girl with red hair, afraid of water' → 'shy girl'. */
function shortDescription(text: string, name: string): string {
  const parts = text.split(
    /[,.;!?:]|\b(?:with|who|which|that|wearing|wears|in an?|in (?:her|his|their)|named|called|and)\b/iu,
  );
  for (const part of parts) {
    const plain = part
      .replace(name, "")
      .trim()
      .replace(/^(?:is\s+)?(?:an?|the)\s+/iu, "")
      .trim();
    if (plain.length < 3 || plain.length > 60 || !roleIn(plain)) continue;
    const proper = nlp(plain.split(" ")[0] ?? "").has("#ProperNoun");
    return proper ? plain : plain.charAt(0).toLowerCase() + plain.slice(1);
  }
  return "";
}

/** A location's sheet from a description. */
export function writeLocation(facts: WriterFacts["location"]): Sheet {
  const text = markersIn(facts.description).text;
  const { story, context } = facts;
  const chance = chanceFrom(["location", text, context, story.title].join("\u0001"));
  const genre = genreFor(text, context, story);
  const setting = settingFor(text, story, genre, chance);
  const name = placeName(text) ?? setting.name;
  const sheet = locationSheet({ ...setting, name }, chance);
  const told = sentence(text);
  const [, look = ""] = sheet.imagePrompt.split(/:\s*/u);
  const [, more = ""] = sheet.description.split(/:\s*/u);
  return {
    ...sheet,
    description: cutText(`${told} ${capitalise(more)}`.trim(), 1000),
    imagePrompt: cutText(`${cutText(told, 500)} ${capitalise(look)}`, 1000),
  };
}

function settingFor(text: string, story: StoryFacts, genre: Genre, chance: Chance): Setting {
  if (isEnglish(text)) {
    const found = clausesOf(text).flatMap(
      (clause) => settingsIn(clause, unknownWorld(story), genre).sure,
    );
    if (found[0]) return found[0];
  }
  const label = `${text.split(/[,.;:]/u)[0] ?? ""} ${conceptsIn(text).join(" ")}`.toLowerCase();
  const word = (label.match(/[\p{L}-]+/gu) ?? []).reverse().find((one) => placeKindOf(one));
  if (word) return plainSetting(word);
  return inventSetting(genre, "everyday", chance);
}

/** 'a cosy bakery with a red door' → 'The Cosy Bakery'. */
function placeName(text: string): string | null {
  const label =
    text
      .split(/[,.;!?:]|\b(?:with|where|which|that|whose|full of|on an?|in an?|at an?)\b/iu)[0]
      ?.trim() ?? "";
  if (label.length < 3 || label.length > 40 || label.split(" ").length > 6) return null;
  return isEnglish(text)
    ? titleCase(label.replace(/^(?:an?\s)?(?=\p{Ll})(?!the\s|somewhere\b)/u, "the "))
    : capitalise(label);
}
