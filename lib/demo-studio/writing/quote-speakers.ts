import type { Figure } from "./figures";
import type { Quote } from "./quotes";

/** Who says a quoted line: the name beside it, whom a pronoun means, or the other one. */
export function speakerOf(
  quote: Quote,
  present: readonly Figure[],
  all: readonly Figure[],
  previous: Figure | null,
  hero: Figure,
): Figure {
  const candidates = [...present, ...all];
  const name = quote.speaker?.toLowerCase() ?? "";
  const words = name.split(/\s+/u);
  const byName = all.find(
    (one) =>
      one.name.toLowerCase() === name ||
      one.name
        .toLowerCase()
        .split(/\s+/u)
        .includes(words.at(-1) ?? "-"),
  );
  if (name !== "" && byName) return byName;
  if (name === "she" || name === "he") {
    const gender = name === "she" ? "female" : "male";
    const fitting = candidates.filter((one) => one.gender === gender);
    return fitting.find((one) => one !== previous) ?? fitting[0] ?? hero;
  }
  const noun = (words.at(-1) ?? "").replace(/[^\p{L}]/gu, "");
  const byNoun =
    noun === ""
      ? null
      : all.find(
          (one) =>
            one.role.noun === noun || one.described.toLowerCase().split(/\s+/u).includes(noun),
        );
  return byNoun ?? candidates.find((one) => one !== previous) ?? hero;
}
