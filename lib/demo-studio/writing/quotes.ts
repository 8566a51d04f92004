import english from "./data/english.json";
import patterns from "./data/patterns.json";
import { capitalise, inPresent, oneOf, sentence } from "./english";

const marks = new RegExp(patterns.quoted, "gu");
const verb = `(?:${english.says})`;
const who = patterns.sayer;
const manner = `(?:\\s+(?:${english.mannersOfSaying}))?`;
const behind = [
  new RegExp(`^[\\s,]*${who}\\s+${verb}${manner}(?=[\\s,.;!?]|$)`, "iu"),
  new RegExp(`^[\\s,]*${verb}\\s+${who}${manner}`, "iu"),
];
const before = new RegExp(`${who}\\s+${verb}${manner}[\\s,:]*$`, "iu");
const isLink = /^(?:and|but|as|while|then|so|that|who)$/iu;

/** Separates quoted speech from a text; each quote has its speaker: a name, a pronoun, or "". */
export function splitAtQuotes(text: string) {
  const stretches = [];
  let pending = "";
  let from = 0;
  for (const match of text.matchAll(marks)) {
    const spoken = (match.slice(1).find(Boolean) ?? "").trim();
    const gap = pending + text.slice(from, match.index);
    let end = match.index + match[0].length;
    const lead = before.exec(gap);
    // After a colon, the preceding character speaks: 'Ada shouts at Tom: "…" Tom laughs.'
    const tags = /:\s*$/u.test(gap) ? [] : behind.map((one) => one.exec(text.slice(end)));
    const tag = tags.find((found) => found && !isLink.test(found[1] ?? ""));
    // A quoted word inside a sentence is no speech: 'a sign that says "Open"' stays.
    const isSpeech = (lead && lead[1] !== "that") || tag || /[.!?,…]$|^\W*$/u.test(spoken || gap);
    pending = gap + match[0];
    from = end;
    if (!isSpeech || !/[\p{L}\p{N}]/u.test(spoken)) continue;
    end += tag?.[0].length ?? 0;
    const rest = /^\s*(?:(?:,\s*)?(?:as|while|and)\s+|[.,;!?]+\s*)/u.exec(text.slice(end));
    const said = lead && !tag ? gap.slice(0, lead.index) : gap;
    const speaker = tag?.[1] ?? (lead && !isLink.test(lead[1] ?? "") ? lead[1] : "") ?? "";
    const quote = { text: spoken.replace(/,$/u, "."), speaker };
    stretches.push({ text: said.replace(/[\s,:]+$/u, ""), quote });
    pending = "";
    from = end + (rest?.[0].length ?? 0);
  }
  return [...stretches, { text: pending + text.slice(from), quote: null }];
}

const isSaying = oneOf(english.says.replace(/\|thinks\|thought/u, ""));
const greeting = new RegExp(`^(?:${english.greetings})(?=$|[,!]| (?:to|and|again)\\b)`, "iu");
const asked = new RegExp(`^(?:(wh\\w+|how)|if|whether) (.+?) (${english.asking})\\b ?(.*)$`, "iu");
const meant = new RegExp(patterns.meant, "u");

/** Turns indirect speech into a line: 'shouts that it burns' → 'It burns!' */
export function reported(verb: string, rest: string): string | null {
  if (!isSaying.test(verb)) return null;
  const hello = greeting.exec(rest)?.[0];
  if (hello) return `${capitalise(hello)}!`;
  const [, wanted] = (/^ask/u.test(verb) && /^for ((?:an?|some|the|more) .+)$/u.exec(rest)) || [];
  if (wanted) return `${capitalise(wanted)}, please.`;
  const [, how = "", who = "", form = "", more = ""] = asked.exec(rest) ?? [];
  if (who && /^ask/u.test(verb)) return `${capitalise([how, form, who, more].join(" ").trim())}?`;
  const words = meant.exec(rest)?.[1];
  const told = words && sentence(inOwnWords(words, /^tell|^told/u.test(verb) ? "you" : "I"));
  return told ? told.replace(/\.$/u, /^(?:shout|cr|yell)/u.test(verb) ? "!" : ".") : null;
}

/** 'she is late' in her own words: 'I am late'. */
function inOwnWords(text: string, who: "I" | "you"): string {
  const own = text.replace(/^s?he (\p{L}+)/u, (_, verb: string) =>
    who === "I" && /^is$/u.test(verb) ? "I am" : `${who} ${inPresent(verb, true)}`,
  );
  return own === text ? text : own.replace(/\b(?:his|her)\b/gu, who === "I" ? "my" : "your");
}
