import type { Chance } from "./chance";
import type { Genre } from "./genres";

export type TimeOfDay = "dawn" | "morning" | "noon" | "afternoon" | "sunset" | "evening" | "night";
export type Weather = "clear" | "sunny" | "cloudy" | "rain" | "storm" | "snow" | "fog" | "wind";

const times: [TimeOfDay, RegExp][] = [
  [
    "night",
    /\b(?:night|midnight|moonlight|moonlit|starlight|starry|nightfall|after dark|tonight|past ten|bedtime|asleep|can(?:no|'|’)?t sleep|sleeps)\b/iu,
  ],
  ["dawn", /\b(?:dawn|sunrise|daybreak|first light)\b/iu],
  ["sunset", /\b(?:sunset|dusk|twilight|sundown|golden hour)\b/iu],
  ["evening", /\b(?:evening|supper|dinner)\b/iu],
  ["noon", /\b(?:noon|midday|lunch|lunchtime)\b/iu],
  ["morning", /\b(?:morning|breakfast|mornings)\b/iu],
  ["afternoon", /\bafternoon\b/iu],
];

const weathers: [Weather, RegExp][] = [
  ["storm", /\b(?:storm\w*|thunder\w*|lightning|hurricane|tempest|typhoon)\b/iu],
  ["snow", /\b(?:snow\w*|blizzard|sleet|hail)\b/iu],
  ["rain", /\b(?:rain\w*|drizzle|downpour|pouring|umbrellas?)\b/iu],
  ["fog", /\b(?:fog\w*|mist\w*|haze|hazy)\b/iu],
  ["wind", /\b(?:wind|windy|gale|gusts?|breeze)\b/iu],
  ["sunny", /\b(?:sunny|sunshine|sunlight|sunlit|hot|heat)\b/iu],
  ["cloudy", /\b(?:cloudy|clouds?|overcast|grey sky|gray sky)\b/iu],
];

export const timeIn = (text: string): TimeOfDay | null =>
  times.find(([, pattern]) => pattern.test(text))?.[0] ?? null;

export function weatherIn(text: string): Weather | null {
  // After the storm it does not storm any more.
  const now = text.replace(
    /\bafter (?:the|a|an) (?:storm|rain|snowfall|blizzard|thunderstorm)\b/giu,
    "",
  );
  return weathers.find(([, pattern]) => pattern.test(now))?.[0] ?? null;
}

const usualTime: Partial<Record<Genre, TimeOfDay[]>> = {
  noir: ["night", "night", "evening"],
  horror: ["night", "sunset"],
  romance: ["evening", "afternoon", "sunset"],
  school: ["morning", "afternoon"],
  sea: ["dawn", "morning", "sunset"],
};
const anyTime: TimeOfDay[] = ["morning", "afternoon", "sunset", "evening", "morning"];

const usualWeather: Partial<Record<Genre, Weather[]>> = {
  noir: ["rain", "fog"],
  horror: ["fog", "wind", "cloudy"],
  sea: ["wind", "clear", "cloudy"],
};
const anyWeather: Weather[] = ["clear", "sunny", "clear", "cloudy"];

const timeAt: Record<string, TimeOfDay[]> = {
  bar: ["night", "evening"],
  school: ["morning", "noon"],
  theatre: ["evening", "night"],
  graveyard: ["evening", "night", "dawn"],
  roof: ["sunset", "night"],
};

/** The time such a story has in such a place. */
export const likelyTime = (genre: Genre, place: string, chance: Chance): TimeOfDay =>
  chance.pick(timeAt[place] ?? usualTime[genre] ?? anyTime);

export function likelyWeather(genre: Genre, time: TimeOfDay, chance: Chance): Weather {
  const weather = chance.pick(usualWeather[genre] ?? anyWeather);
  return weather === "sunny" && !/^(?:morning|noon|afternoon)$/u.test(time) ? "clear" : weather;
}

/** 'at night', 'in the morning' … */
export const timePhrase: Record<TimeOfDay, string> = {
  dawn: "at dawn",
  morning: "in the morning",
  noon: "at noon",
  afternoon: "in the afternoon",
  sunset: "at sunset",
  evening: "in the evening",
  night: "at night",
};

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

/** Weather as an image prompt says it; indoors it is seen through windows. */
export function weatherPhrase(weather: Weather, indoors: boolean): string | null {
  if (!indoors) return skies[weather];
  if (weather === "clear" || weather === "sunny" || weather === "cloudy" || weather === "wind") {
    return null;
  }
  return `${skies[weather]} behind the windows`;
}

/** Captions that open a scene: time and weather, never the place. */
export const timeCaptions: Record<TimeOfDay, readonly string[]> = {
  dawn: ["First light.", "Dawn, before anybody else is up.", "The last minutes before sunrise."],
  morning: ["Morning.", "The day is still new.", "A morning like any other. Almost."],
  noon: ["Noon. Short shadows.", "Midday.", "The sun stands straight above."],
  afternoon: ["A slow afternoon.", "Afternoon.", "The day has half its light left."],
  sunset: ["Sunset.", "The light turns gold.", "The last light of the day."],
  evening: ["Evening.", "One lamp after another goes on.", "The day winds down."],
  night: ["Night.", "Late. Too late to be out.", "The hour when only the clocks are awake."],
};

export const weatherCaptions: Record<Weather, readonly string[]> = {
  clear: [],
  sunny: ["Not a cloud in sight."],
  cloudy: ["Low clouds, no wind."],
  rain: ["It has been raining for hours.", "Rain, and no end to it."],
  storm: ["The storm does not knock.", "Thunder, closer every time."],
  snow: ["Snow makes everything quiet.", "It has been snowing since yesterday."],
  fog: ["Fog. Ten steps of world, and then nothing.", "The fog swallows every outline."],
  wind: ["The wind has opinions today.", "Wind, from every side at once."],
};
