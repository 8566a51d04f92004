/** Letters that are a syllable or a word: kanji, hanzi, kana. They are written without spaces. */
const logographic = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;
const logographicWeight = 2.5;

/** Letters that show nothing, such as zero-width spaces: a name of these alone looks empty. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/gu;

/**
 * How long a text is against a minimum, in characters of an alphabet: four of Han or Kana say as much
 * as ten of those, and what shows nothing says nothing. Maximums count characters as they are.
 */
export function weightedLength(text: string): number {
  const shown = text.replace(invisible, "").trim();
  const others = shown.replace(logographic, "");
  return others.length + logographicWeight * (shown.match(logographic)?.length ?? 0);
}

/** A check of zod: whether a text says at least as much as so many characters. */
export const hasMinLength = (min: number) => (text: string) => weightedLength(text) >= min;
