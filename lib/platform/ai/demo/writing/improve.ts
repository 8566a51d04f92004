import { cutText } from "../../cut-text";
import type { WriterFacts } from "../../writer";
import type { ImproveAnswer } from "./answers";
import { chanceFrom } from "./chance";
import { capitalise, sentence } from "./english";
import { isEnglish } from "./language";
import { markersIn } from "./markers";
import { readPrompt } from "./reading";
import { likelyTime, timeCaptions } from "./sky";

/** Slips that people make in a hurry. */
const slips: [RegExp, string][] = [
  [/\bi\b(?!\.)/gu, "I"],
  [/\b(?:im|i[’']m)\b/giu, "I’m"],
  [/\bive\b/giu, "I’ve"],
  [/\b(do|does|did|is|are|was|were|could|would|should|have|has|had)nt\b/giu, "$1n’t"],
  [/\bcant\b/giu, "can’t"],
  [/\bwont\b/giu, "won’t"],
  [/\bthats\b/giu, "that’s"],
  [/\btheres\b/giu, "there’s"],
  [/\b(he|she)s\b/giu, "$1’s"],
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
  [/\ba ([aeiou])(?!ne\b|nce\b|ni|se|u)/giu, "an $1"],
  [/\ban (?=(?:uni|use|one|eu)|[bcdfgjklmnpqrstvwxyz])/giu, "a "],
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

/** Corrects, sharpens and grounds a text; every fact of its author stays. */
export function improveText(facts: WriterFacts["improve"]): ImproveAnswer {
  const { text } = { text: markersIn(facts.text).text };
  const chance = chanceFrom(["improve", text, facts.story.title].join("\u0001"));
  if (!isEnglish(text)) return { improvedText: padded(cutText(tidied(text), 1000)) };
  let better = tidied(withNames(corrected(text), facts));
  const room = 1000 - better.length;
  if (better.length < 420 && room > 160) {
    const reading = readPrompt(better, { ...facts.story, scenes: [] }, chance.fork("reading"));
    const setting = reading.events.find((event) => event.setting)?.setting ?? null;
    const extra: string[] = [];
    if (setting) extra.push(chance.pick(setting.kind.senses));
    else if (!reading.time)
      extra.push(chance.pick(timeCaptions[likelyTime(reading.genre, chance)]));
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
  for (const [pattern, by] of [...slips, ...vague]) better = replaced(better, pattern, by);
  return better;
}

/** Names of the story's people and places get their capitals. */
function withNames(text: string, { story }: WriterFacts["improve"]): string {
  let better = text;
  for (const { name } of [...story.characters, ...story.locations]) {
    const escaped = name.replace(/[.*+?^${}()|[\]\\]/gu, "\\$&");
    better = better.replace(new RegExp(`(?<!\\p{L})${escaped}(?!\\p{L})`, "giu"), name);
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

const padded = (text: string): string => (text.length >= 10 ? text : `${text} And so it begins.`);
