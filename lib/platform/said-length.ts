/** Letters that are a syllable or a word: kanji, hanzi, kana. They are written without spaces. */
const wordy = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;
const each = 2.5;

/**
 * How long a text is against a minimum, in characters of an alphabet: four of Han or Kana say as much
 * as ten of those. Maximums count characters as they are.
 */
export function saidLength(text: string): number {
  const others = text.replace(wordy, "");
  return others.length + each * (text.match(wordy)?.length ?? 0);
}

/** A check of zod: whether a text says at least as much as so many characters. */
export const says = (least: number) => (text: string) => saidLength(text) >= least;
