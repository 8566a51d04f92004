/** A pattern for a standalone word or name, whatever characters it contains. */
export function wholeWord(word: string, flags = "iu"): RegExp {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, flags);
}
