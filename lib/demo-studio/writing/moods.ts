import type { Random } from "../painting/random";
import moods from "./data/moods.json";

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

const times = {
  night:
    /\b(?:night|midnight|moonlight|moonlit|starlight|starry|nightfall|after dark|tonight|bedtime|asleep|sleeps)\b/iu,
  dawn: /\b(?:dawn|sunrise|daybreak|first light)\b/iu,
  sunset: /\b(?:sunset|dusk|twilight|sundown|golden hour)\b/iu,
  evening: /\b(?:evening|supper|dinner)\b/iu,
  noon: /\b(?:noon|midday|lunch|lunchtime)\b/iu,
  morning: /\b(?:mornings?|breakfast)\b/iu,
  afternoon: /\bafternoon\b/iu,
};
const weathers = {
  storm: /\b(?:storm\w*|thunder\w*|lightning|hurricane|tempest)\b/iu,
  snow: /\b(?:snow(?!m[ae]n)\w*|blizzard|sleet|hail)\b/iu,
  rain: /\b(?:rain(?!bow)\w*|drizzle|downpour|pouring rain|umbrellas?)\b/iu,
  fog: /\b(?:fog\w*|mist\w*|haze|hazy)\b/iu,
  wind: /\b(?:wind|windy|gale|gusts?|breeze)\b/iu,
  sunny: /\b(?:sunny|sunshine|sunlight|sunlit|hot|heat|bright)\b/iu,
  cloudy: /\b(?:cloudy|clouds?|overcast|gr[ae]y sky)\b/iu,
  clear: /\b(?:clear sky|starry)\b/iu,
};
export type Time = keyof typeof times;
export type Weather = keyof typeof weathers;

const first = <Name extends string>(table: Record<Name, RegExp>, text: string) =>
  (Object.keys(table) as Name[]).find((name) => table[name].test(text)) ?? null;

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

const skies: Record<Weather, string> = {
  clear: "clear sky",
  sunny: "bright sunshine",
  cloudy: "low clouds",
  rain: "steady rain",
  storm: "a storm with dark clouds and lightning",
  snow: "falling snow",
  fog: "thick fog",
  wind: "strong wind",
};

/** Weather as an image prompt says it; indoors only what beats at the windows is seen. */
export const weatherPhrase = (weather: Weather, indoors: boolean): string =>
  !indoors
    ? `, ${skies[weather]}`
    : /^(?:rain|storm|snow|fog)$/u.test(weather)
      ? `, ${skies[weather]} behind the windows`
      : "";
