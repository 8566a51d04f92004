/** A pattern for a word or name that stands by itself, whatever signs it holds. */
export function wholeWord(word: string, flags = "iu"): RegExp {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, flags);
}
