import nlp from "compromise";
import { cutText } from "@/lib/ai/cut-text";

/** Small rules of English that templates need. */
export const capitalise = (text: string): string =>
  text.replace(/^([^\p{L}\p{N}]*)(\p{L})/u, (match) => match.toLocaleUpperCase("en"));

/** 'the old forest' → 'The Old Forest'; words that carry capitals of their own keep them. */
export function titleCase(text: string): string {
  const words = text.split(" ");
  const isSmall = /^(?:an?|the|and|but|or|of|in|on|at|to|for|by|with|from|into|as|is)$/u;
  return words
    .map((word, index) =>
      index > 0 && index < words.length - 1 && isSmall.test(word)
        ? word
        : word.split("-").map(capitalise).join("-"),
    )
    .join(" ");
}

/** 'hour' takes 'an', 'university' takes 'a': by sound where a rule of thumb knows it. */
export function withArticle(noun: string): string {
  const vowel = /^(?:hour|honest|heir|(?!uni|use|usual|eu|one\b|ufo)[aeiou8])/iu.test(noun);
  return `${vowel ? "an" : "a"} ${noun}`;
}

/** A sentence: capital at its start, one mark at its end, no space in front of marks. */
export function sentence(text: string): string {
  const clean = text
    .replace(/\s+/gu, " ")
    .replace(/\s+([,.;:!?…])/gu, "$1")
    .replace(/([,;:])(?=[,;:.!?…])/gu, "")
    .replace(/^[\s,;:.–—-]+|[\s,;:–—-]+$/gu, "")
    .replace(/\.{4,}/gu, "…")
    .replace(/([!?])\1+/gu, "$1");
  if (clean === "") return "";
  return capitalise(/[.!?…。！？][”"’')\]]*$/u.test(clean) ? clean : `${clean}.`);
}

/** A text in capitals throughout is read, and told, in small letters. */
export function quietly(text: string): string {
  const letters = text.replace(/[^\p{L}]/gu, "");
  const capitals = text.replace(/[^\p{Lu}]/gu, "").length;
  if (letters.length < 8 || capitals / letters.length < 0.7) return text;
  const small = text.toLocaleLowerCase("en");
  return small.replace(/(^|[.!?]\s+)(\p{L})/gu, (match) => match.toLocaleUpperCase("en"));
}

const auxiliaries: Record<string, [one: string, several: string]> = {
  am: ["is", "are"],
  are: ["is", "are"],
  is: ["is", "are"],
  was: ["is", "are"],
  were: ["is", "are"],
  have: ["has", "have"],
  had: ["has", "have"],
  do: ["does", "do"],
  did: ["does", "do"],
};

/** A finite verb in the present tense, as a picture shows it: 'carried' → 'carries'. */
export function inPresent(verb: string, plural: boolean): string {
  const lower = verb.toLowerCase();
  if (/^(?:can|could|will|would|shall|should|may|might|must|won)(?:not|n?[’']t)?$/u.test(lower))
    return verb;
  const contraction = /^\p{L}+[’'](?:s|re|m)$/u.test(lower) ? "is" : lower;
  const negated = /^(\p{L}+?)n[’']t$/u.exec(lower)?.[1];
  const auxiliary = auxiliaries[negated ?? contraction];
  if (auxiliary) return `${auxiliary[plural ? 1 : 0]}${negated ? "n't" : ""}`;
  const forms = nlp(`they ${lower}`).verbs().conjugate()[0] as
    | { PresentTense?: string; Infinitive?: string }
    | undefined;
  const found = plural ? forms?.Infinitive : forms?.PresentTense;
  return found && /^\p{L}+$/u.test(found) ? found : verb;
}

const common = new Set(
  "a an the and or but of in on at to for with from into by as is are was were be has have had he she it they we i you his her their its my our him them this that who when while where then not no all one two up out over after before through can will would what how do does did so if than back down off near behind between".split(
    " ",
  ),
);
const foreign = new Set(
  "der die das und ein eine einen einem einer ist sind nicht mit auf im den dem des zu von für sich wird auch wie es er sie wir ich du aber nach bei le la les un une du et est dans sur pour avec qui que il elle nous vous je ne pas son sa el los las una y en con por para se su del lo como gli di che per nel della non os um uma com em não da do het een van op och det att som på är ett og på med jest nie się na z w".split(
    " ",
  ),
);

/** Whether a text can be read as English; what cannot is used as it stands. */
export function isEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0 || (text.match(/[a-z]/giu)?.length ?? 0) / letters < 0.85) return false;
  const words = text.toLowerCase().match(/\p{L}+(?:[’']\p{L}+)?/gu) ?? [];
  const own = words.filter((word) => common.has(word)).length;
  const other = words.filter((word) => foreign.has(word) && !common.has(word)).length;
  if (other > own || (own === 0 && words.length > 2 && /[äöüßéèêàçñõãåøæœłśżęąş]/iu.test(text)))
    return false;
  return own > 0 || words.length <= 6;
}

/** What a bubble holds comfortably. */
export const lineLimit = 90;
export const fitLine = (text: string): string => cutText(text, lineLimit);

/** A text as caption-sized pieces: by sentences, long ones broken where a phrase begins. */
export function piecesOf(text: string): string[] {
  const sentences = [...new Intl.Segmenter("en", { granularity: "sentence" }).segment(text)];
  return sentences.flatMap(({ segment }) => {
    const pieces: string[] = [];
    let rest = segment.trim();
    while (rest.length > lineLimit && pieces.length < 24) {
      const room = rest
        .slice(0, lineLimit - 2)
        .toWellFormed()
        .replace(/\ufffd$/u, "");
      const breaks = [
        /[,;、，]\s?(?=[^,;、，]{0,44}$)/u,
        / (?=(?:and|but|that|who|which|where|when|while|because|as|with|for|from|to|in|on|at|into) \S*(?: \S*){0,5}$)/u,
        / (?=\S*$)/u,
      ];
      const at = breaks
        .map((pattern) => pattern.exec(room))
        .find((match) => match && match.index > 3);
      const head = at ? room.slice(0, at.index + at[0].length) : room;
      pieces.push(`${head.replace(/[\s,;:–—-]+$/u, "")} …`);
      rest = `… ${rest.slice(head.length).trim()}`;
    }
    return rest === "" ? pieces : [...pieces, rest];
  });
}
