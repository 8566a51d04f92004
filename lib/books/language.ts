/** Scripts that belong to one language more than to others, in the order they are looked for. */
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
 * The language that texts are most likely in, by their letters: files must name one, and nobody is
 * asked. Latin letters are taken for English, as the whole site is.
 */
export function languageOf(texts: readonly string[]): string {
  const all = texts.join(" ");
  const letters = all.match(/\p{L}/gu)?.length ?? 0;
  const found = scripts.find(
    ([script]) => (all.match(script)?.length ?? 0) > Math.max(0, letters * 0.2),
  );
  return found?.[1] ?? "en";
}
