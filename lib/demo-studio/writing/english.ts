import nlp from "compromise";

/** Small rules of English that templates need. */
export const capitalise = (text: string): string =>
  text.replace(/^([^\p{L}\p{N}]*)(\p{L})/u, (_, before: string, letter: string) => {
    return before + letter.toLocaleUpperCase("en");
  });

const small = new Set(
  "a an the and but or of in on at to for by with from into as is up vs nor".split(" "),
);

/** A text in capitals throughout is read, and told, in small letters. */
export function quietly(text: string): string {
  const letters = text.replace(/[^\p{L}]/gu, "");
  const capitals = text.replace(/[^\p{Lu}]/gu, "").length;
  if (letters.length < 8 || capitals / letters.length < 0.7) return text;
  return text
    .toLocaleLowerCase("en")
    .replace(/(^|[.!?]\s+)(\p{L})/gu, (match) => match.toLocaleUpperCase("en"));
}

/** 'the old forest' → 'The Old Forest'; words that carry capitals of their own keep them. */
export function titleCase(text: string): string {
  const words = text.split(" ");
  return words
    .map((word, index) => {
      if (index > 0 && index < words.length - 1 && small.has(word)) return word;
      return word.split("-").map(capitalise).join("-");
    })
    .join(" ");
}

/** 'hour' takes 'an', 'university' takes 'a': by sound where a rule of thumb knows it. */
export function withArticle(noun: string): string {
  const silent = /^(?:hour|honest|heir|honou?r)/iu.test(noun);
  const consonantal = /^(?:uni|use|used|usual|eu|one|once|ufo|ut[eo])/iu.test(noun);
  const vowel = /^[aeiou8]/iu.test(noun) || /^(?:11|18)(?!\d)/u.test(noun);
  return `${silent || (vowel && !consonantal) ? "an" : "a"} ${noun}`;
}

export function joinNames(names: readonly string[]): string {
  if (names.length < 2) return names[0] ?? "";
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** A sentence: capital at its start, one mark at its end, no space in front of marks. */
export function sentence(text: string): string {
  const clean = text
    .replace(/\s+/gu, " ")
    .replace(/\s+([,.;:!?…])/gu, "$1")
    .replace(/([,;:])(?=[,;:.!?…])/gu, "")
    .replace(/[\s,;:–—-]+$/u, "")
    .replace(/^[\s,;:.–—-]+/u, "")
    .replace(/\.{4,}/gu, "…")
    .replace(/([!?])\1+/gu, "$1")
    .trim();
  if (clean === "") return "";
  const marked = /[.!?…][”"’')\]]*$/u.test(clean) || /[。！？]$/u.test(clean) ? clean : `${clean}.`;
  return capitalise(marked);
}

const fixed =
  /^(?:can|could|will|would|shall|should|may|might|must|can[’']t|won[’']t|couldn[’']t|wouldn[’']t)$/iu;
const presentOf: Record<string, [singular: string, plural: string]> = {
  am: ["is", "are"],
  are: ["is", "are"],
  is: ["is", "are"],
  was: ["is", "are"],
  were: ["is", "are"],
  have: ["has", "have"],
  has: ["has", "have"],
  had: ["has", "have"],
  do: ["does", "do"],
  does: ["does", "do"],
  did: ["does", "do"],
};

/** A finite verb in the present tense, as a picture shows it: 'carried' → 'carries'. */
export function inPresent(verb: string, plural: boolean): string {
  const lower = verb.toLowerCase();
  if (fixed.test(lower)) return verb;
  const negated = /^(\p{L}+?)n[’']t$/u.exec(lower)?.[1];
  const auxiliary = presentOf[negated ?? lower];
  if (auxiliary) return `${auxiliary[plural ? 1 : 0]}${negated ? "n't" : ""}`;
  const forms = nlp(`they ${lower}`).verbs().conjugate()[0] as
    | { PresentTense?: string; Infinitive?: string }
    | undefined;
  const found = plural ? forms?.Infinitive : forms?.PresentTense;
  return found && /^\p{L}+$/u.test(found) ? found : verb;
}
