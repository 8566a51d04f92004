/** Characters that represent a syllable or word: kanji, hanzi, kana. */
const logographic = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;
const logographicWeight = 2.5;

/** Invisible characters, such as zero-width spaces; a name of these alone looks empty. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/gu;

/**
 * Length of a text for minimums: four Han or Kana characters count as ten letters, and invisible
 * characters do not count. Maximums count plain characters.
 */
export function weightedLength(text: string): number {
  const shown = text.replace(invisible, "").trim();
  const others = shown.replace(logographic, "");
  return others.length + logographicWeight * (shown.match(logographic)?.length ?? 0);
}

/** A zod refinement for a minimum of `weightedLength`. */
export const hasMinLength = (min: number) => (text: string) => weightedLength(text) >= min;
