/** Scripts that indicate a language, in the order of the search. */
const scripts: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, "ja"],
  [/\p{Script=Hangul}/gu, "ko"],
  [/\p{Script=Han}/gu, "zh"],
  [/\p{Script=Cyrillic}/gu, "ru"],
  [/\p{Script=Arabic}/gu, "ar"],
  [/\p{Script=Hebrew}/gu, "he"],
  [/\p{Script=Devanagari}/gu, "hi"],
  [/\p{Script=Thai}/gu, "th"],
  [/\p{Script=Greek}/gu, "el"],
];

/**
 * The most likely language of texts by their script: files must name one, and the app does not ask.
 * Latin script counts as English, the language of the site.
 */
export function languageOf(texts: readonly string[]): string {
  const all = texts.join(" ");
  const letters = all.match(/\p{L}/gu)?.length ?? 0;
  const found = scripts.find(
    ([script]) => (all.match(script)?.length ?? 0) > Math.max(0, letters * 0.2),
  );
  return found?.[1] ?? "en";
}
