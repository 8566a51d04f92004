import { minOf } from "@/lib/platform/min-max";

/**
 * The number of letters to add, remove, replace or swap with a neighbour to turn one word into the
 * other: the optimal string alignment distance (Damerau 1964).
 */
export function editDistance(a: string, b: string): number {
  const from = [...a];
  const to = [...b];
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (const [row, letter] of from.entries()) {
    const current = [row + 1];
    for (const [column, other] of to.entries()) {
      const steps = [
        (last[column + 1] ?? 0) + 1,
        (current[column] ?? 0) + 1,
        (last[column] ?? 0) + (letter === other ? 0 : 1),
      ];
      if (letter === to[column - 1] && other === from[row - 1]) {
        steps.push((beforeLast[column - 1] ?? 0) + 1);
      }
      current.push(minOf(steps));
    }
    beforeLast = last;
    last = current;
  }
  return last.at(-1) ?? 0;
}

/**
 * The likely correction of a mistyped word: at distance one, or two for words of eight letters and
 * more; of several the nearest, then the one in most stories.
 *
 * @param words known words with the number of stories that have them
 */
export function nearestWord(
  typed: string,
  words: readonly [word: string, stories: number][],
): string | undefined {
  const allowed = typed.length < 8 ? 1 : 2;
  return words
    .map((word) => ({ word, distance: editDistance(typed, word[0]) }))
    .filter(({ distance }) => distance <= allowed)
    .toSorted((a, b) => a.distance - b.distance || b.word[1] - a.word[1])[0]?.word[0];
}
