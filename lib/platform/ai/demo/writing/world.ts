import { cutText } from "../../cut-text";
import type { WriterFacts } from "../../writer";
import type { EntitiesAnswer, Sheet } from "./answers";
import { chanceFrom } from "./chance";
import { capitalise, sentence, titleCase } from "./english";
import { figure, roleIn } from "./figures";
import { genreOf } from "./genres";
import { markersIn } from "./markers";
import { inventName } from "./names";
import { placeKindIn } from "./places";
import { readPrompt } from "./reading";
import { actorRole } from "./roles";
import { inventSetting, plainSetting } from "./settings";
import { characterSheet, locationSheet } from "./sheets";

/** Who and what a story description brings along, most important first. */
export function writeEntities(facts: WriterFacts["entities"]): EntitiesAnswer {
  const text = markersIn(facts.description).text;
  const chance = chanceFrom(["entities", text, facts.story.title].join("\u0001"));
  const reading = readPrompt(text, facts.story, chance.fork("reading"));
  const alone = reading.cast.length === 1 && reading.english;
  return {
    newCharacters: reading.cast
      .filter((one) => !one.known)
      .slice(0, Math.max(0, facts.maxCharacters))
      .map((one) =>
        characterSheet(
          one,
          reading.genre,
          chance,
          alone ? `${one.described}. ${text}` : one.described,
        ),
      ),
    newLocations: reading.settings
      .filter((one) => !one.known)
      .slice(0, Math.max(0, facts.maxLocations))
      .map((one) => locationSheet(one, chance)),
  };
}

/** A character's sheet from a description: what the author says stays, what is missing is added. */
export function writeCharacter(facts: WriterFacts["character"]): Sheet {
  const text = markersIn(facts.description).text;
  const { story } = facts;
  const chance = chanceFrom(["character", text, facts.context, story.title].join("\u0001"));
  const genre = genreOf(
    text,
    `${facts.context} ${story.title} ${story.description} ${story.tags.join(" ")}`,
  );
  const reading = readPrompt(
    text,
    { ...story, characters: [], locations: [], scenes: [] },
    chance.fork("reading"),
  );
  const named = reading.cast.find((one) => one.named) ?? null;
  const taken = story.characters.map(({ name }) => name);
  const role = named?.role ?? roleIn(text) ?? reading.hero.role ?? actorRole("person");
  const name =
    named?.name ??
    inventName({ ...role, gender: figure("", role, text, false).gender }, genre, taken, chance);
  const shown = figure(name, role, shortDescription(text, name), true);
  const one = {
    ...shown,
    gender: figure(name, role, text, true).gender,
    age: figure(name, role, text, true).age,
  };
  const sheet = characterSheet(one, genre, chance, text);
  const own =
    text.length > 60
      ? `${sentence(text)} ${sheet.description.split(". ").at(-1) ?? ""}`
      : sheet.description;
  return { ...sheet, description: cutText(own, 1000) };
}

/** 'A shy girl with red hair, afraid of water' → 'shy girl'. */
function shortDescription(text: string, name: string): string {
  const first = text
    .split(/[,.;!?:]|\b(?:with|who|which|that|wearing|in an?|named|called|and)\b/iu)[0]
    ?.replace(/^(?:an?|the)\s+/iu, "")
    .trim();
  if (!first || first.length > 60 || first.length < 3 || first.toLowerCase() === name.toLowerCase())
    return "";
  return roleIn(first) && !first.includes(name) ? first : "";
}

/** A location's sheet from a description. */
export function writeLocation(facts: WriterFacts["location"]): Sheet {
  const text = markersIn(facts.description).text;
  const { story } = facts;
  const chance = chanceFrom(["location", text, facts.context, story.title].join("\u0001"));
  const genre = genreOf(
    text,
    `${facts.context} ${story.title} ${story.description} ${story.tags.join(" ")}`,
  );
  const reading = readPrompt(
    text,
    { ...story, characters: [], locations: [], scenes: [] },
    chance.fork("reading"),
  );
  const kind = placeKindIn(text);
  const setting = reading.events.some((event) => event.setting)
    ? (reading.settings[0] ?? inventSetting(genre, chance))
    : kind
      ? plainSetting(placeWordIn(text) ?? kind.words.split(" ")[0] ?? kind.kind)
      : inventSetting(genre, chance);
  const label = text.split(/[,.;!?:]|\b(?:with|where|which|that|whose)\b/iu)[0]?.trim() ?? "";
  const name =
    label.length > 2 && label.length <= 40 && label.split(" ").length <= 6
      ? titleCase(label.replace(/^an?\s/iu, "the "))
      : setting.name;
  const sheet = locationSheet(
    { ...setting, name, phrase: label.length > 2 && label.length <= 60 ? label : setting.phrase },
    chance,
  );
  const told = sentence(text);
  const look = sheet.imagePrompt.replace(/^[^:]*:\s*/u, "");
  return {
    ...sheet,
    description: cutText(`${told} ${sheet.description.split(": ")[1] ?? ""}`.trim(), 1000),
    imagePrompt: cutText(`${told} ${capitalise(look)}`, 1000),
  };
}

function placeWordIn(text: string): string | null {
  return (
    (text.toLowerCase().match(/[\p{L}-]+/gu) ?? []).find((word) => placeKindIn(word) !== null) ??
    null
  );
}
