import nlp from "compromise";
import { truncateText } from "@/lib/ai/truncate-text";
import { random } from "../painting/random";
import { isInvented } from "./cast";
import english from "./data/english.json";
import ideas from "./data/ideas.json";
import patterns from "./data/patterns.json";
import slips from "./data/slips.json";
import { capitalise, fill, isEnglish, oneOf, sentence, sentencesIn, titleCase } from "./english";
import { timePhrase } from "./moods";
import { Panels } from "./panels";
import { mentions, person, shortName } from "./people";
import { knownPlace } from "./places";
import { type Reading, readPrompt } from "./read-prompt";
import type { Request } from "./request";
import { characterSheets, locationSheet, pickRandom, type Sheet } from "./sheets";
import { called, subjectOf } from "./subject";
import { wholeWord } from "./whole-word";
import { partsOf, sentencesOf } from "./words";

/** A request without its markers. */
type Asked = Request & { forPanel: (panel: number) => string };

const isUnknown = ({ known }: { known: unknown }) => known === null;
const seedOf = (...parts: (string | number)[]) => parts.join("\u0001");

/** A title that is not in `taken`: the thing, the people or the location of a scene. */
function titleOf(reading: Reading, taken: readonly string[], seed: string): string {
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
  if (other && other.name !== hero.name)
    choices.push(`${name} and ${titleCase(shortName(other)).replace(/^The/u, "the")}`);
  const called = hero.known ? (mentions(text, hero.name) ? "" : hero.known.title) : hero.described;
  if (/^\p{L}+ \p{L}+$/u.test(called)) choices.push(`The ${titleCase(called)}`);
  if (/^The \S+ \S+/u.test(place.name)) choices.push(place.name);
  const plain = [place.here, timePhrase(time)].map((when) => titleCase(`${name} ${when}`));
  const all = choices.length > 0 ? choices : plain;
  const short = all.filter((one) => one.length <= 80);
  return short.length > 0 ? short : [truncateText(all[0] ?? name, 70)];
}

/** The first words of a text in any script. */
function openingWords(text: string): string {
  const first = text.split(/[.!?。！？]/u).find((part) => part.trim() !== "") ?? "";
  return truncateText(first.trim(), /\p{L} \p{L}/u.test(first) ? 34 : 16) || "…";
}

/** Writes a scene; deterministic for the same facts. */
function scene({ story: known, text, places: where, count, forPanel }: Asked) {
  // The chosen characters are the scene's main ones.
  const first = <One extends { name: string }>(all: One[], names: string[]) =>
    all.toSorted((a, b) => Number(names.includes(b.name)) - Number(names.includes(a.name)));
  const { cast } = known;
  const characters = first(known.characters, cast);
  const locations = first(known.locations, where);
  const story = { ...known, characters, locations };
  // Known entities are no part of the seed: a repeated request, after its new entities were added,
  // must give the same scene.
  const seed = seedOf(text, count, story.title, story.description, story.scenes.length);
  const reading = readPrompt(text, story, seed);
  const panels = new Panels(reading, seed, story, where);
  const hook = reading.retold.length < 700 && reading.english ? panels.hook() : [];
  // The description of a regenerated scene may end with it already.
  const ending = hook.filter((one) => !reading.retold.includes(one));
  const told = truncateText([reading.retold, ...ending].join(" "), 1000);
  const isEnough = told.length >= 20 && /\p{L}/u.test(told);
  const written = panels.write(count, forPanel);
  const newPeople = reading.cast.filter(isUnknown).slice(0, 8);
  const places = [...panels.places.values()].filter(isUnknown).slice(0, 6);
  const taken = story.scenes.map(({ title }) => title);
  return {
    title: titleOf(reading, taken, seed),
    description: isEnough ? told : `${told} Told in pictures, with ${shortName(reading.cast[0])}.`,
    newCharacters: characterSheets(newPeople, reading.genre, seed, reading.text),
    newLocations: places.map((one) => locationSheet(one, seed)),
    panels: written,
  };
}

/** The entities of a story description, most important first. */
function entities({ story, text, maxCharacters, maxLocations }: Request) {
  const seed = seedOf("entities", text, story.title);
  const { cast, genre, places } = readPrompt(text, story, seed);
  const newPeople = cast.filter(isUnknown).slice(0, maxCharacters);
  const newPlaces = places.filter(isUnknown).slice(0, maxLocations);
  return {
    newCharacters: characterSheets(newPeople, genre, seed, text),
    newLocations: newPlaces.map((one) => locationSheet(one, seed)),
  };
}

function title({ story, text }: Request) {
  const seed = seedOf("title", text, story.title);
  const reading = readPrompt(text, story, seed);
  // An unnamed character of the text has another name in the cast.
  for (const one of reading.cast) if (isInvented(one)) one.name = `The ${titleCase(one.role.noun)}`;
  return { title: titleOf(reading, [], seed) };
}

/** A character's sheet from a description: keeps the author's facts, and adds missing ones. */
function character({ story, text, context }: Request): Sheet {
  const seed = seedOf("character", text, context, story.title);
  const emptyStory = { ...story, description: "", characters: [], locations: [], scenes: [] };
  const { cast, genre, english } = readPrompt(text, emptyStory, seed);
  const one = subjectOf(properNames(text), english ? person : cast[0].role, random(seed));
  const [sheet] = characterSheets([one], genre, seed, text) as [Sheet];
  if (text.length <= 24) return sheet;
  const [, ...rest] = sheet.description.split(/(?<=\.) /u);
  return {
    ...sheet,
    description: truncateText([sentence(text), ...rest].join(" "), 1000),
    imagePrompt: truncateText(`${sheet.imagePrompt} ${sentence(truncateText(text, 400))}`, 1000),
  };
}

/** The beginning of a location's description: 'A bakery' of 'A bakery with a red door'. */
const placeName = new RegExp(patterns.placeHead, "iu");

function location({ story, text, context }: Request): Sheet {
  const seed = seedOf("location", text, context, story.title);
  const isOurs = isEnglish(text);
  const [head = ""] = placeName.exec(text) ?? [];
  const own = called.exec(text)?.[2];
  const label =
    own ?? (isOurs ? head.replace(/^(?:[Aa]n?\s+|(?!the\s|my\s|our\s)(?=\p{Ll}))/u, "the ") : head);
  const nowhere = { ...story, characters: [], locations: [], scenes: [] };
  const told = { name: label, title: "", description: text };
  const isName = label.length >= 3 && label.length <= 40;
  const place = isOurs && isName ? knownPlace(told) : readPrompt(text, nowhere, seed).place;
  const { name, title, description } = locationSheet(place, seed);
  const [look = "", sense = ""] = description.replace(/^.*?:\s*/u, "").split(/(?<=\.) /u);
  // A detailed description gets no additions that might contradict it.
  const filled = text.length > 60 ? "" : ` ${capitalise(look)}`;
  return {
    name: isName ? (isOurs ? titleCase(label) : capitalise(label)) : name,
    title,
    description: truncateText(`${sentence(text)}${filled} ${sense}`, 1000),
    imagePrompt: truncateText(`${sentence(truncateText(text, 500))}${filled} No people.`, 1000),
  };
}

function suggestions({ story, count, opening, seed }: Request) {
  const key = seedOf("ideas", seed, story.title, story.description, story.scenes.length);
  const chance = random(key);
  const known = story.characters.map(shortName);
  const reading = readPrompt(story.description || "A day begins.", story, key);
  const [a = "somebody", ...others] = known.length > 0 ? known : reading.cast.map(shortName);
  const b = others.length > 0 ? chance.pick(others) : "somebody";
  const { here, phrase } =
    story.locations.length > 0 ? knownPlace(chance.pick(story.locations)) : reading.place;
  const [A, B] = [a, b].map(capitalise) as [string, string];
  const slots: Record<string, string> = { a, b, A, B, here, place: phrase };
  const isBlank = story.description.trim().length < 10 || (known.length === 0 && !reading.english);
  const later = [...ideas.next, ...(others.length > 0 ? ideas.pairs : [])];
  const pool = !opening ? later : [...(isBlank ? ideas.first : ideas.openings)];
  const suggestions = Array.from({ length: Math.max(1, Math.min(5, count)) }, () => {
    const [emoji = "", ...words] = pickRandom(pool, chance).split(" ");
    return { text: truncateText(capitalise(fill(words.join(" "), slots)), 300), emoji };
  });
  return { suggestions };
}

/** Typing mistakes and weak words with their corrections: `from → to`. */
const better = slips.map((rule): [RegExp, string] => {
  const [from = "", to = ""] = rule.split(" → ");
  return [new RegExp(`(?<![\\p{L}’'])(?:${from})(?![\\p{L}’'])`, "giu"), to];
});

/** Corrects and sharpens a text, and adds a setting; every fact of its author stays. */
function improve({ text, story }: Request) {
  if (!isEnglish(text)) return { improvedText: padded(tidied(text)) };
  let corrected = asStory(text);
  for (const [from, to] of better)
    corrected = corrected.replace(from, (match) => {
      const next = match.replace(from, to);
      return /^\p{Lu}/u.test(match) ? capitalise(next) : next;
    });
  for (const { name } of [...story.characters, ...story.locations])
    corrected = corrected.replace(wholeWord(name, "giu"), () => name);
  const whole = tidied(properNames(corrected));
  const { events } = readPrompt(whole, { ...story, scenes: [] }, whole);
  const senses = events.find(({ place }) => place)?.place?.kind.senses.split(" | ");
  const more = senses && whole.length < 420 ? ` ${random(whole).pick(senses)}` : "";
  return { improvedText: padded(`${whole}${more}`) };
}

/** 'I want a story about my grandmother, she was a spy' → 'My grandmother was a spy'. */
function asStory(text: string): string {
  const rest = text.replace(new RegExp(patterns.wish, "iu"), "");
  if (rest === text || rest.length < 10) return text;
  const told = rest.replace(new RegExp(patterns.owner, "iu"), "$1 ");
  const [words = []] = sentencesOf(told);
  return (partsOf(words)[0]?.clause.verb ?? -1) >= 0 ? told : `This is the story of ${told}`;
}

const alsoWords = oneOf(english.alsoWords);
/** Towns, countries, days and given names typed in lower case. */
function properNames(text: string): string {
  const tags = "(#City|#Country|#WeekDay|#Month|#FirstName)";
  const found = (nlp(text).match(tags).out("array") as string[]).join(" ").match(/\p{L}+/gu) ?? [];
  return found
    .filter((word) => /^\p{Ll}{4,}$/u.test(word) && !alsoWords.test(word))
    .reduce((told, word) => told.replace(wholeWord(word, "gu"), capitalise(word)), text);
}

/** Sentences with a capital at the start and a mark at the end; a space after commas. */
function tidied(text: string): string {
  const spaced = text.replace(/([,;])(?=\p{L})/gu, "$1 ");
  return sentence(sentencesIn(spaced).map(capitalise).join(" "));
}
const padded = (text: string): string =>
  truncateText([...text].length >= 12 ? text : `${text} And so it begins.`, 1000);

export const tasks = { scene, suggestions, entities, title, improve, character, location };
