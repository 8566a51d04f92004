/** A piece of a text, and whether it matches the search. */
interface HighlightedText {
  text: string;
  isMatch: boolean;
}

const runs = /[\p{L}\p{M}\p{N}\p{S}]+/gu;
/** Scripts without spaces: each pair of letters is a word, as in the database. */
const spaceless =
  /[\u0E00-\u0EFF\u1000-\u109F\u1780-\u17FF\u3005-\u3007\u3040-\u30FF\u3400-\u4DBF\u4E00-\u9FFF]/u;

/** Normalises like the database's function `search_words`. */
const plain = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036F]/g, "")
    .normalize("NFKC")
    .toLowerCase();

/** Ranges of the words in a text, end exclusive, in order. */
function* matchRanges(
  text: string,
  words: readonly string[],
): Generator<[from: number, to: number]> {
  for (const { 0: run, index } of text.matchAll(runs)) {
    if (spaceless.test(run)) {
      for (let at = 0; at < run.length; at += 1) {
        const word = words.find((one) => spaceless.test(one) && run.startsWith(one, at));
        if (word) yield [index + at, index + at + word.length];
      }
    } else {
      const written = plain(run);
      if (words.some((word) => written.startsWith(word))) yield [index, index + run.length];
    }
  }
}

/** @param words as the search returns them: plain, pairs of letters in scripts without spaces */
export function highlightWords(text: string, words: readonly string[]): HighlightedText[] {
  const isMarked = new Uint8Array(text.length);
  for (const [from, to] of matchRanges(text, words)) isMarked.fill(1, from, to);
  const pieces: HighlightedText[] = [];
  for (const [at, isMatch] of isMarked.entries()) {
    const last = pieces.at(-1);
    const letter = text[at] ?? "";
    if (last && last.isMatch === (isMatch === 1)) last.text += letter;
    else pieces.push({ text: letter, isMatch: isMatch === 1 });
  }
  return pieces;
}

/** Characters of an excerpt: a cover has room for about two lines. */
const excerptLength = 110;
/** Characters before the first match. */
const excerptLead = 16;

/** The excerpt around the first matching word; null without a match. */
export function excerptAround(text: string, words: readonly string[]): string | null {
  const [first] = matchRanges(text, words);
  if (!first) return null;
  const [at] = first;
  // Starts at the beginning of a word, where the script has spaces.
  const space = text.slice(at - excerptLead, at).search(/\s/);
  const from = at <= 2 * excerptLead ? 0 : at - excerptLead + space + 1;
  // An excerpt must not begin or end with half a surrogate pair.
  const withoutBrokenSurrogates = (part: string) =>
    part.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
  const rest = withoutBrokenSurrogates(text.slice(from));
  const cut =
    rest.length > excerptLength
      ? `${withoutBrokenSurrogates(rest.slice(0, excerptLength)).trimEnd()} …`
      : rest;
  return from > 0 ? `… ${cut}` : cut;
}
