import type { Clause } from "./clauses";
import type { Genre } from "./genres";
import type { StoryFacts } from "./request";
import { type Setting, settingOf } from "./settings";
import { timeIn } from "./sky";
import { nounPhrases, textOf } from "./words";

/**
 * Where a clause ends once place and time at its end are left out: "finds a lantern | in the old
 * forest at night". What is needed to make sense stays: "lands on a frozen moon".
 */
export function trimmedEnd(
  clause: Clause,
  setting: Setting | null,
  story: StoryFacts,
  genre: Genre,
): number {
  let end = clause.words.length;
  if (clause.verb < 0) return end;
  const phrases = nounPhrases(clause.words).filter((phrase) => phrase.start > clause.verb);
  for (const phrase of phrases.reverse()) {
    const covered = phrase.end + (phrase.complement ? phrase.complement.split(" ").length : 0);
    if (phrase.preposition === "of" && phrase.end === end) continue;
    if (
      covered < end ||
      !/^(?:in|on|at|by|near|under|inside|during)$/u.test(phrase.preposition ?? "")
    )
      break;
    const text = textOf(clause.words.slice(phrase.start, phrase.end));
    const isTime = timeIn(text) !== null && /^(?:in|on|at|during)$/u.test(phrase.preposition ?? "");
    const place = isTime ? null : settingOf(phrase, clause, story, genre);
    if (!isTime && (place === null || place.name !== setting?.name)) break;
    // "in her grandmother's attic": the preposition stands in front of the owner.
    let cut = phrase.start - 1;
    while (cut > clause.verb && clause.words[cut]?.lower !== phrase.preposition) cut -= 1;
    const left = phrases.some((other) => other.end <= cut) || cut - clause.verb > 2;
    const subordinate = clause.words
      .slice(clause.verb + 1, cut)
      .some((word) =>
        /^(?:because|that|where|when|while|who|which|if|so|as|before|after)$/u.test(word.lower),
      );
    if (!left || subordinate) break;
    end = cut;
  }
  return end;
}
