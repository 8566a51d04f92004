import nlp from "compromise";
import { truncateText } from "@/lib/ai/prompts/truncate-text";
import { type Random, random } from "../painting/random";
import { isInvented } from "./cast";
import ideas from "./data/ideas.json";
import patterns from "./data/patterns.json";
import slips from "./data/slips.json";
import * as language from "./english";
import { timePhrase } from "./moods";
import { Panels } from "./panels";
import * as people from "./people";
import { knownPlace } from "./places";
import { type Reading, readPrompt } from "./read-prompt";
import type { Request } from "./request";
import { characterSheets, locationSheet, pickRandom, type Sheet, sheetOf } from "./sheets";

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
  const { titleCase } = language;
  if (topic) return [titleCase(text.replace(/[.!?]+$/u, ""))];
  const [hero, other] = cast;
  const name = titleCase(people.shortName(hero));
  const choices = thing ? [`The ${titleCase(thing)}`, `${name} and the ${titleCase(thing)}`] : [];
  const also = other ? titleCase(people.shortName(other)) : name;
  if (also !== name) choices.push(`${name} and ${also.replace(/^The/u, "the")}`);
  const called = hero.known
    ? people.mentions(text, hero.name)
      ? ""
      : hero.known.title
    : hero.described;
  if (/^\p{L}+ \p{L}+$/u.test(called)) choices.push(`The ${titleCase(called)}`);
  if (/^The \S+ \S+/u.test(place.name)) choices.push(place.name);
  const plain = [place.here, timePhrase(time)].map((when) => titleCase(`${name} ${when}`));
  const all = choices.length > 0 ? choices : plain;
  return all.map((one) => (one.length <= 80 ? one : truncateText(one, 70)));
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
  // Known entities are not part of the seed: a repeated request must give the same scene, although
  // its new entities have been added since.
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
    description: isEnough
      ? told
      : `${told} Told in pictures, with ${people.shortName(reading.cast[0])}.`,
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
  for (const one of reading.cast)
    if (isInvented(one)) one.name = `The ${language.titleCase(one.role.noun)}`;
  return { title: titleOf(reading, [], seed) };
}

const called = new RegExp(patterns.called, "su");
const first = new RegExp(patterns.first, "su");
const [company, article] = [new RegExp(patterns.company, "u"), new RegExp(patterns.article, "giu")];

/** The words of a text that identify a character: 'old woman' of ', an old woman with a coat'. */
function whoIn(text: string): string {
  const parts = (text.replace(article, "").split(company)[0] ?? "").trim().split(", ");
  return parts.slice(0, parts.findIndex(people.roleIn) + 1).join(", ");
}

/** Subject of a description: the name that it gives, or a fitting one; a role from its words. */
function subjectOf(text: string, usual: people.Role, chance: Random): people.Figure {
  const [, before = "", own = "", after = ""] = called.exec(text) ?? first.exec(text) ?? [];
  const isPlain = people.roleOf(own.split(" ").at(-1) ?? "") ?? nlp(own).has("^#Adjective$");
  const name = isPlain && !/^(?:,| is| the)\b/u.test(after) ? "" : own;
  const who = (name ? [after, before, own] : [text]).map(whoIn).find(Boolean) ?? "";
  const role = people.roleIn(who) ?? usual;
  const one = people.figure(name, role, who === name ? "" : who, name !== "");
  if (one.gender === "neutral")
    one.gender = people.genderIn(text.match(/\bs?h[ei][srm]?\b/giu)?.join(" ") ?? "");
  if (one.gender === "neutral" && one.role.nature !== "robot")
    one.gender = people.likelyGender(name, text);
  return name ? one : { ...one, name: people.inventName(one.role, one.gender, [], chance) };
}

/** A character's sheet from a description: keeps the author's facts, and adds missing ones. */
function character({ story, text, context }: Request): Sheet {
  const seed = seedOf("character", text, context, story.title);
  const alone = { ...story, description: "", characters: [], locations: [], scenes: [] };
  const { cast, genre, english } = readPrompt(text, alone, seed);
  const usual = english ? people.person : cast[0].role;
  const one = subjectOf(language.capitalise(text), usual, random(seed));
  const [sheet] = characterSheets([one], genre, seed, text) as [Sheet];
  if (text.length <= 24) return sheet;
  const [, ...rest] = sheet.description.split(/(?<=\.) /u);
  const picture = `${sheet.imagePrompt} ${language.sentence(truncateText(text, 400))}`;
  const description = [language.sentence(text), ...rest].join(" ");
  return sheetOf(sheet.name, sheet.title, description, picture);
}

/** The beginning of a location's description: 'A bakery' of 'A bakery with a red door'. */
const placeName = new RegExp(patterns.placeHead, "iu");

function location({ story, text, context }: Request): Sheet {
  const seed = seedOf("location", text, context, story.title);
  const isOurs = language.isEnglish(text);
  const [head = ""] = placeName.exec(text) ?? [];
  const label =
    called.exec(text)?.[2] ??
    (isOurs ? head.replace(/^(?:[Aa]n?\s+|(?!the\s|my\s|our\s)(?=\p{Ll}))/u, "the ") : head);
  const nowhere = { ...story, characters: [], locations: [], scenes: [] };
  const told = { name: label, title: "", description: text };
  const isName = label.length >= 3 && label.length <= 40;
  const place = isOurs && isName ? knownPlace(told) : readPrompt(text, nowhere, seed).place;
  const { name, title, description } = locationSheet(place, seed);
  const [look = "", sense = ""] = description.replace(/^.*?:\s*/u, "").split(/(?<=\.) /u);
  // A detailed description gets no additions that might contradict it.
  const filled = text.length > 60 ? "" : ` ${language.capitalise(look)}`;
  const own = isOurs ? language.titleCase(label) : language.capitalise(label);
  const picture = `${language.sentence(truncateText(text, 500))}${filled} No people.`;
  const whole = `${language.sentence(text)}${filled} ${sense}`;
  return sheetOf(isName ? own : name, title, whole, picture);
}

function suggestions({ story, count, opening, seed }: Request) {
  const key = seedOf("ideas", seed, story.title, story.description, story.scenes.length);
  const chance = random(key);
  const known = story.characters.map(people.shortName);
  const reading = readPrompt(story.description || "A day begins.", story, key);
  const [a = "somebody", ...others] = known.length > 0 ? known : reading.cast.map(people.shortName);
  const b = others.length > 0 ? chance.pick(others) : "somebody";
  const { locations } = story;
  const { here, phrase } =
    locations.length > 0 ? knownPlace(chance.pick(locations)) : reading.place;
  const [A, B] = [a, b].map(language.capitalise) as [string, string];
  const slots: Record<string, string> = { a, b, A, B, here, place: phrase };
  const isBlank = story.description.trim().length < 10 || (known.length === 0 && !reading.english);
  const later = [...ideas.next, ...(others.length > 0 ? ideas.pairs : [])];
  const pool = !opening ? later : [...(isBlank ? ideas.first : ideas.openings)];
  const suggestions = Array.from({ length: Math.max(1, Math.min(5, count)) }, () => {
    const [emoji = "", ...words] = pickRandom(pool, chance).split(" ");
    const text = language.capitalise(language.fill(words.join(" "), slots));
    return { text: truncateText(text, 300), emoji };
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
  if (!language.isEnglish(text)) return { improvedText: padded(tidied(text)) };
  let corrected = text;
  for (const [from, to] of better)
    corrected = corrected.replace(from, (match) => {
      const next = match.replace(from, to);
      return /^\p{Lu}/u.test(match) ? language.capitalise(next) : next;
    });
  for (const { name } of [...story.characters, ...story.locations])
    corrected = corrected.replace(language.wholeWord(name, "giu"), () => name);
  const whole = tidied(corrected);
  const { events } = readPrompt(whole, { ...story, scenes: [] }, whole);
  const senses = events.find(({ place }) => place)?.place?.kind.senses.split(" | ");
  const more = senses && whole.length < 420 ? ` ${random(whole).pick(senses)}` : "";
  return { improvedText: padded(`${whole}${more}`) };
}

/** Sentences with a capital at the start and a mark at the end; a space after commas. */
function tidied(text: string): string {
  const spaced = text.replace(/([,;])(?=\p{L})/gu, "$1 ");
  return language.sentence(language.sentencesIn(spaced).map(language.capitalise).join(" "));
}
const padded = (text: string): string =>
  truncateText([...text].length >= 12 ? text : `${text} And so it begins.`, 1000);

export const tasks = { scene, suggestions, entities, title, improve, character, location };
