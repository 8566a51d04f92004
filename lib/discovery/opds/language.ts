/** Scripts that only one language of comics uses. */
const scripts: [RegExp, string][] = [
  [/[\p{sc=Hira}\p{sc=Kana}]/u, "ja"],
  [/\p{sc=Hang}/u, "ko"],
  [/\p{sc=Hebr}/u, "he"],
  [/\p{sc=Grek}/u, "el"],
  [/\p{sc=Thai}/u, "th"],
  [/\p{sc=Geor}/u, "ka"],
  [/\p{sc=Armn}/u, "hy"],
];

/**
 * The language of a story in BCP 47. Authors do not state it: the script decides where it is
 * unambiguous, Latin letters get the site's language, and other stories `und`.
 */
export function languageOf({ title, description }: { title: string; description: string }): string {
  const text = `${title} ${description}`;
  const found = scripts.find(([script]) => script.test(text));
  if (found) return found[1];
  const letters = text.match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => /\p{sc=Latn}/u.test(letter));
  return latin.length * 2 > letters.length || letters.length === 0 ? "en" : "und";
}
