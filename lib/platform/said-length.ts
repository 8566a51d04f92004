/** Letters that are a syllable or a word: kanji, hanzi, kana. They are written without spaces. */
const wordy = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;
const each = 2.5;

/** Letters that show nothing, such as zero-width spaces: a name of these alone looks empty. */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\u2800]/gu;

/**
 * How long a text is against a minimum, in characters of an alphabet: four of Han or Kana say as much
 * as ten of those, and what shows nothing says nothing. Maximums count characters as they are.
 */
export function saidLength(text: string): number {
  const shown = text.replace(unseen, "").trim();
  const others = shown.replace(wordy, "");
  return others.length + each * (shown.match(wordy)?.length ?? 0);
}

/** A check of zod: whether a text says at least as much as so many characters. */
export const says = (least: number) => (text: string) => saidLength(text) >= least;
