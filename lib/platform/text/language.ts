/** Scripts with the language, or without one the script alone, that they indicate; in this order. */
const scripts: [RegExp, string][] = [
  [/[\p{sc=Hira}\p{sc=Kana}]/gu, "ja"],
  [/\p{sc=Hang}/gu, "ko"],
  [/\p{sc=Han}/gu, "zh"],
  [/\p{sc=Hebr}/gu, "he"],
  [/\p{sc=Grek}/gu, "el"],
  [/\p{sc=Thai}/gu, "th"],
  [/\p{sc=Geor}/gu, "ka"],
  [/\p{sc=Armn}/gu, "hy"],
  [/\p{sc=Cyrl}/gu, "und-Cyrl"],
  [/\p{sc=Arab}/gu, "und-Arab"],
  [/\p{sc=Deva}/gu, "und-Deva"],
  [/\p{sc=Latn}/gu, "en"],
];

/**
 * The language of a story's text, or its script where several languages share it, in BCP 47. Files
 * and catalogues must name one, and the app does not ask: Latin letters count as English, the
 * language of the site.
 */
export function languageOf(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return "en";
  // A few names in another script do not change the language of the text.
  const found = scripts.find(([script]) => (text.match(script)?.length ?? 0) > letters * 0.2);
  return found?.[1] ?? "und";
}
