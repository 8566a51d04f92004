import nlp from "compromise";
import { cutText } from "@/lib/ai/cut-text";
import type { ImproveAnswer } from "./answers";
import { chanceFrom } from "./chance";
import { clausesOf } from "./clauses";
import { capitalise, sentence } from "./english";
import { isEnglish } from "./language";
import { markersIn } from "./markers";
import { readPrompt } from "./reading";
import type { WriterFacts } from "./request";

/** Slips that people make in a hurry. */
const slips: [RegExp, string][] = [
  [/\bi\b(?!\.)/gu, "I"],
  [/\b(?:im|i['']m)\b/giu, "I'm"],
  [/\bive\b/giu, "I've"],
  [/\b(do|does|did|is|are|was|were|could|would|should|have|has|had)nt\b/giu, "$1n't"],
  [/\bcant\b/giu, "can't"],
  [/\bwont\b/giu, "won't"],
  [/\bthats\b/giu, "that's"],
  [/\btheres\b/giu, "there's"],
  [/\b(he|she)s\b/giu, "$1's"],
  [/\bteh\b/giu, "the"],
  [/\band and\b/giu, "and"],
  [/\balot\b/giu, "a lot"],
  [/\brecieve/giu, "receive"],
  [/\bbeleive/giu, "believe"],
  [/\bfreind/giu, "friend"],
  [/\bwierd/giu, "weird"],
  [/\bdefinately\b/giu, "definitely"],
  [/\bseperate/giu, "separate"],
  [/\buntill\b/giu, "until"],
  [/\bsuprise/giu, "surprise"],
  [/\btommorow\b/giu, "tomorrow"],
  [/\bbeggining\b/giu, "beginning"],
  [/\boccured\b/giu, "occurred"],
  [/\bbeutiful\b/giu, "beautiful"],
  [/\bmisterious\b/giu, "mysterious"],
  [/\badn\b/giu, "and"],
  [/\bwich\b/giu, "which"],
  [/\bu\b/gu, "you"],
  [/\br\b(?=\s)/gu, "are"],
  [/\bcould of\b/giu, "could have"],
  [/\bshould of\b/giu, "should have"],
  [/\bwould of\b/giu, "would have"],
  [/\bits (?=(?:a|an|the|about|not|so|very|too|raining|cold|dark|late|time)\b)/giu, "it's "],
  [/\byour (?=(?:a|an|the|not|so|very|too)\b)/giu, "you're "],
  [/\btheir (?=(?:is|are|was|were)\b)/giu, "there "],
  [/\btoo (?=(?:\p{L}+ )?\p{L}{3,}s\b)/giu, "two "],
  [/\b(nobody|everybody|he|she|they|we|who|somebody) new\b/giu, "$1 knew"],
  [/\b(\p{L}{2,}er|more|less|worse) then\b/giu, "$1 than"],
  [/\b(\p{L}+) \1\b/giu, "$1"],
];

/** Words that say little, and what says more. */
const vague: [RegExp, string][] = [
  [/\bvery big\b/giu, "enormous"],
  [/\bvery small\b/giu, "tiny"],
  [/\bvery old\b/giu, "ancient"],
  [/\bvery scared\b/giu, "terrified"],
  [/\bvery happy\b/giu, "overjoyed"],
  [/\bvery sad\b/giu, "heartbroken"],
  [/\bvery tired\b/giu, "exhausted"],
  [/\bvery angry\b/giu, "furious"],
  [/\bvery cold\b/giu, "freezing"],
  [/\bvery beautiful\b/giu, "breathtaking"],
  [/\bvery (?=\p{L})/giu, "truly "],
  [/\ba lot of\b/giu, "many"],
  [/\bwalks slowly\b/giu, "wanders"],
  [/\bwalked slowly\b/giu, "wandered"],
  [/\bruns fast\b/giu, "races"],
  [/\bran fast\b/giu, "raced"],
  [/\blooks at\b/giu, "studies"],
  [/\blooked at\b/giu, "studied"],
  [/\bsays quietly\b/giu, "whispers"],
  [/\bsaid quietly\b/giu, "whispered"],
  [/\bsome kind of\b/giu, "a strange"],
  [/\bgoes to\b/giu, "sets out for"],
  [/\bwent to\b/giu, "set out for"],
  [/\bwants to\b/giu, "longs to"],
  [/\bwanted to\b/giu, "longed to"],
  [/\bgets\b(?= (?:lost|hurt|trapped|stuck))/giu, "is"],
  [/\bstarts to\b/giu, "begins to"],
  [/\band then\b/giu, "and"],
  [/\bgonna\b/giu, "going to"],
  [/\bwanna\b/giu, "want to"],
  [/\bsuddenly,? /giu, "all at once "],
];

const articles: [RegExp, string][] = [
  [/\ba (?=[aeiou])(?!(?:one|once|uni|use|usu|eu|ut)\p{L}*)/giu, "an "],
  [/\ban (?=(?:uni|use|one|eu)|[bcdfgjklmnpqrstvwxyz])/giu, "a "],
];

/** Corrects, sharpens and grounds a text; every fact of its author stays. */
export function improveText(facts: WriterFacts["improve"]): ImproveAnswer {
  const { text } = { text: markersIn(facts.text).text };
  const chance = chanceFrom(["improve", text, facts.story.title].join("\u0001"));
  if (!isEnglish(text)) return { improvedText: padded(cutText(tidied(text), 1000)) };
  let better = tidied(withNames(corrected(asStory(text)), facts));
  const room = 1000 - better.length;
  if (better.length < 420 && room > 160) {
    const reading = readPrompt(better, { ...facts.story, scenes: [] }, chance.fork("reading"));
    const setting = reading.events.find((event) => event.setting)?.setting ?? null;
    const extra: string[] = [];
    if (setting) extra.push(chance.pick(setting.kind.senses));
    const hooks = reading.situation.hook.filter(
      (one) => reading.cast.length > 1 || !/\b(?:they|them|their|both|neither|two)\b/iu.test(one),
    );
    if (hooks.length > 0) extra.push(chance.pick(hooks));
    better = `${better} ${extra.join(" ")}`;
  }
  return { improvedText: padded(cutText(better, 1000)) };
}

/** Replaces while keeping the capital of what stood there. */
function replaced(text: string, pattern: RegExp, by: string): string {
  return text.replace(pattern, (match: string, ...groups: unknown[]) => {
    const first = typeof groups[0] === "string" ? groups[0] : "";
    const next = by.replace("$1", first);
    return /^\p{Lu}/u.test(match) ? capitalise(next) : next;
  });
}

function corrected(text: string): string {
  let better = text;
  for (const [pattern, by] of [...slips, ...vague, ...articles])
    better = replaced(better, pattern, by);
  return better;
}

/** 'I want a story about my grandmother, she was a spy' → 'My grandmother was a spy'. */
function asStory(text: string): string {
  const wish =
    /^(?:please\s+)?(?:i\s+(?:want|would like|need)|i'd like|write(?: me)?|make(?: me)?|tell(?: me)?|it'?s|this is|can you write)\s+(?:an?|the)\s+(?:\p{L}+\s+)?(?:story|comic|tale)\s+(?:about|of|where|in which)\s+/iu;
  const rest = text.replace(wish, "");
  if (rest === text || rest.length < 10) return text;
  const told = rest.replace(
    /^((?:my|the|an?|our|his|her)\s+[^,.;]{2,40}?)\s*,\s*(?:s?he|it|they)\s+(?=(?:was|were|is|are|has|had|can|could)\b)/iu,
    "$1 ",
  );
  return (clausesOf(told)[0]?.verb ?? -1) >= 0 ? told : `This is the story of ${told}`;
}

/** Names of the story's people and places get their capitals. */
function withNames(text: string, { story }: WriterFacts["improve"]): string {
  let better = text;
  for (const { name } of [...story.characters, ...story.locations]) {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
    better = better.replace(new RegExp(`(?<!\\p{L})${escaped}(?!\\p{L})`, "giu"), name);
  }
  return properNames(better);
}

const common =
  /^(?:nice|reading|mobile|march|may|turkey|china|jersey|bath|cork|orange|rose|grace|hope|faith|joy|dawn|will|mark|jack|art|chase|hunter|mason|robin|lily|ivy|ruby|pearl|august|summer|autumn|sky|angel|victor|earth|bill|pat|rob|sue|drew|dean|cook)$/u;

/** Towns, countries, days and given names that were typed in small letters. */
function properNames(text: string): string {
  const found = new Set<string>();
  const doc = nlp(text);
  for (const tag of ["#City", "#Country", "#WeekDay", "#Month", "#FirstName"]) {
    for (const word of doc.match(tag).out("array") as string[]) {
      const plain = word.replace(/[^\p{L}]/gu, "");
      if (/^\p{Ll}{4,}$/u.test(plain) && !common.test(plain)) found.add(plain);
    }
  }
  let better = text;
  for (const word of found) {
    better = better.replace(new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, "gu"), capitalise(word));
  }
  return better;
}

/** Sentences with a capital at the start and a mark at the end; no space in front of marks. */
function tidied(text: string): string {
  const sentences = [
    ...new Intl.Segmenter("en", { granularity: "sentence" }).segment(
      text
        .replace(/\s+/gu, " ")
        .replace(/\s+([,.;:!?])/gu, "$1")
        .replace(/([,;])(?=\p{L})/gu, "$1 ")
        .replace(/([!?])\1{2,}/gu, "$1"),
    ),
  ];
  return sentences
    .map(({ segment }) => segment.trim())
    .filter((one) => one !== "")
    .map((one, index, all) => (index === all.length - 1 ? sentence(one) : capitalise(one)))
    .join(" ");
}

const padded = (text: string): string =>
  [...text].length >= 12 ? text : `${text} And so it begins.`;
