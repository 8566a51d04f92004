import type { Random } from "../painting/random";
import moods from "./data/moods.json";
import sky from "./data/sky.json";

/** What kind of story it is: colours clothes and what is usual. */
export type Genre = keyof typeof moods;
export const moodOf = (genre: Genre) => moods[genre];

/** The genre that most words speak for. What the scene itself says counts three times the story's. */
export function genreOf(scene: string, story: string): Genre {
  let best: Genre = "everyday";
  let most = 0;
  for (const [genre, { signs }] of Object.entries(moods) as [Genre, { signs: string }][]) {
    const pattern = new RegExp(`\\b(?:${signs})\\b`, "giu");
    const count = (text: string) => text.match(pattern)?.length ?? 0;
    const score = 3 * count(scene) + Math.min(3, count(story));
    if (score > most) [best, most] = [genre, score];
  }
  return best;
}

const { times, weathers, shown } = sky;
export type Time = keyof typeof times;
export type Weather = keyof typeof weathers;

const first = <Name extends string>(table: Record<Name, string>, text: string) =>
  (Object.keys(table) as Name[]).find((one) =>
    new RegExp(`\\b(?:${table[one]})\\b`, "iu").test(text),
  ) ?? null;

export const timeIn = (text: string): Time | null => first(times, text);
/** After the storm it does not storm any more. */
export const weatherIn = (text: string): Weather | null =>
  first(weathers, text.replace(/\bafter (?:the|a) (?:storm|rain|snowfall|blizzard)\b/giu, ""));

export function skyOf(
  text: string,
  genre: Genre,
  chance: Random,
): { time: Time; weather: Weather } {
  const told = weatherIn(text);
  const usual = moods[genre].times.split(" ") as Time[];
  const byDay = usual.filter((one) => /morning|noon|afternoon/u.test(one));
  const sunny = told === "sunny";
  const time =
    timeIn(text) ?? chance.pick(sunny && byDay.length > 0 ? byDay : sunny ? ["noon"] : usual);
  const weather = told ?? chance.pick(moods[genre].weathers.split(" ") as Weather[]);
  const isDay = /morning|noon|afternoon/u.test(time);
  return { time, weather: weather === "sunny" && !isDay ? "clear" : weather };
}

/** 'at night', 'in the morning' … */
export const timePhrase = (time: Time): string =>
  /^(?:morning|afternoon|evening)$/u.test(time) ? `in the ${time}` : `at ${time}`;

/** Weather as an image prompt says it; indoors only what beats at the windows is seen. */
export const weatherPhrase = (weather: Weather, indoors: boolean): string =>
  !indoors
    ? `, ${shown[weather]}`
    : /^(?:rain|storm|snow|fog)$/u.test(weather)
      ? `, ${shown[weather]} behind the windows`
      : "";
