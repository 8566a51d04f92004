import english from "./data/english.json";
import patterns from "./data/patterns.json";

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
    // A quoted word inside a sentence is not speech: 'a sign that says "Open"' stays.
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
