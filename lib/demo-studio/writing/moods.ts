import { firstOf, wordsOf } from "../painting/figures/words";
import type { Random } from "../painting/random";
import { weatherIn as skyIn } from "../painting/read-scene";
import moods from "./data/moods.json";
import situations from "./data/situations.json";
import sky from "./data/sky.json";

/** Genre of a story: determines clothes and defaults. */
export type Genre = keyof typeof moods;
export const moodOf = (genre: Genre) => moods[genre];

const matches = (text: string, signs: string): number =>
  text.match(new RegExp(`\\b(?:${signs})\\b`, "giu"))?.length ?? 0;

/** The entry of a table with the most matching words; null without a match. */
function mostTold<Key extends string>(table: Record<Key, unknown>, score: (one: Key) => number) {
  const scored = (Object.keys(table) as Key[]).map((name) => ({ name, told: score(name) }));
  const [best] = scored.sort((a, b) => b.told - a.told);
  return best && best.told > 0 ? best.name : null;
}

/** The scene's own text counts three times as much as the story's. */
export function genreOf(scene: string, story: string): Genre {
  const told = (text: string, genre: Genre) => matches(text, moods[genre].signs);
  const score = (genre: Genre) => 3 * told(scene, genre) + Math.min(3, told(story, genre));
  return mostTold(moods, score) ?? "everyday";
}

/** Lines of a situation: `A: ` is speech, `A? ` a thought, ` / ` separates an exchange. */
export type Situation = keyof typeof situations;
export const situation = (kind: Situation) => situations[kind];

/** The situation with the most matching words; `fallback` without a match. */
export function situationOf(text: string, fallback: Situation = "everyday"): Situation {
  // "A samurai without a sword" does not suggest a fight.
  const there = text.replace(/\b(?:without|no) (?:an?|any|the|his|her|their)?\s*\p{L}+/giu, " ");
  return mostTold(situations, (kind) => matches(there, situations[kind].signs)) ?? fallback;
}

const { times, shown } = sky;
type Time = keyof typeof times;
type Weather = keyof typeof shown;

const timeWords = wordsOf(times);
const sunny = wordsOf({ sunny: sky.sunny });

export const timeIn = (text: string) => firstOf(timeWords, text);
/** As the painter reads it; sunshine is more than a clear sky. */
export function weatherIn(text: string): Weather | undefined {
  const seen = skyIn(text);
  return (seen ?? "clear") === "clear" ? (firstOf(sunny, text) ?? seen) : seen;
}

export function skyOf(text: string, genre: Genre, chance: Random) {
  const told = weatherIn(text);
  const isDay = (time: Time) => /morning|noon|afternoon/u.test(time);
  const usual = moods[genre].times.split(" ") as Time[];
  const fitting = told === "sunny" ? usual.filter(isDay) : usual;
  const time = timeIn(text) ?? chance.pick(fitting.length > 0 ? fitting : ["noon" as const]);
  const weather = told ?? chance.pick(moods[genre].weathers.split(" ") as Weather[]);
  return { time, weather: weather === "sunny" && !isDay(time) ? ("clear" as const) : weather };
}

/** 'at night', 'in the morning' … */
export const timePhrase = (time: Time): string =>
  /^(?:morning|afternoon|evening)$/u.test(time) ? `in the ${time}` : `at ${time}`;

/** Weather in an image prompt; indoors only weather at the windows is visible. */
export function weatherPhrase(weather: Weather, indoors: boolean): string {
  if (!indoors) return `, ${shown[weather]}`;
  return /^(?:rain|storm|snow|fog)$/u.test(weather) ? `, ${shown[weather]} behind the windows` : "";
}
