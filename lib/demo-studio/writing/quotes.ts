/** Words that the author put into somebody's mouth. */
export interface Quote {
  text: string;
  /** Name or pronoun that stands beside it; null where nobody is named. */
  speaker: string | null;
  /** "walks in and says": it is said by whoever does the rest. */
  bySubject: boolean;
  /** Where it stood in the text without quotes. */
  offset: number;
}

const marks =
  /“([^”]{1,400})”|„([^“”]{1,400})[“”]|«([^»]{1,400})»|"([^"]{1,400})"|(?<![\p{L}\p{N}])[‘']([^'‘’]{4,400}[.!?,])['’](?!\p{L})/gu;
const verbs =
  "says|said|asks|asked|whispers|whispered|shouts|shouted|cries|cried|replies|replied|answers|answered|mutters|muttered|yells|yelled|calls|called|murmurs|murmured|laughs|sighs|adds|added|begs|begged|thinks|thought|screams|screamed|tells|told";
const speaker = "(?:(?:the|a|an|his|her|their|my|old|little)\\s+)*[\\p{L}’'-]+";
const after = [
  new RegExp(
    `^[\\s,]*(${speaker})\\s+(?:${verbs})(?:\\s+(?:softly|quietly|loudly|back|out|(?:to\\s+)?(?:him|her|them|me)))?(?=[\\s,.;!?]|$)`,
    "u",
  ),
  new RegExp(
    `^[\\s,]*(?:${verbs})\\s+((?:[Tt]he\\s+|an?\\s+|his\\s+|her\\s+)?(?:old\\s+|little\\s+)?[\\p{L}’'-]+)`,
    "u",
  ),
];
const before = new RegExp(
  `(${speaker})\\s+(?:${verbs})(?:\\s+(?:softly|quietly|loudly|back|out|(?:to\\s+)?(?:him|her|them|me)))?[\\s,:]*$`,
  "u",
);

/** Takes quoted speech out of a text, with the 'he says' that belongs to it. */
export function takeQuotes(text: string): { rest: string; quotes: Quote[] } {
  const quotes: Quote[] = [];
  let rest = "";
  let from = 0;
  for (const match of text.matchAll(marks)) {
    if (match.index < from) continue;
    const spoken = (match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5] ?? "").trim();
    let gap = text.slice(from, match.index);
    let end = match.index + match[0].length;
    const follows = text.slice(end);
    const lead = before.exec(gap);
    // A quoted title or word inside a sentence is no speech: 'a sign that says "Open"' stays.
    const isSpeech =
      lead !== null ||
      /[.!?,…]$/u.test(spoken) ||
      after.some((one) => one.test(follows)) ||
      /(?:^|[.!?:])\s*$/u.test(gap);
    if (!isSpeech || !/\p{L}|\p{N}/u.test(spoken)) {
      rest += text.slice(from, end);
      from = end;
      continue;
    }
    let who: string | null = null;
    let bySubject = false;
    const tag = after.map((one) => one.exec(follows)).find((found) => found !== null);
    if (tag && !/^(?:and|but|as|while|then|so|that)$/iu.test(tag[1] ?? "")) {
      who = tag[1] ?? null;
      end += tag[0].length;
      // "… says Mira as she closes the shop": what is left is a sentence of its own.
      const link = /^\s*(?:,|as|while|and)\s+/u.exec(text.slice(end));
      if (link) end += link[0].length;
    } else if (lead) {
      bySubject = /^(?:and|then|but|who|simply|just|only)$/iu.test(lead[1] ?? "");
      who = bySubject ? null : (lead[1] ?? null);
      gap = gap.slice(0, lead.index);
    }
    rest += gap;
    quotes.push({ text: spoken.replace(/,$/u, "."), speaker: who, bySubject, offset: rest.length });
    if (rest !== "" && !/[.!?…]\s*$/u.test(rest)) rest = `${rest.replace(/[\s,:]+$/u, "")}. `;
    else if (rest !== "" && !rest.endsWith(" ")) rest += " ";
    from = end;
    const stop = /^\s*[.,;!?]+\s*/u.exec(text.slice(from));
    if (stop) from += stop[0].length;
  }
  return { rest: (rest + text.slice(from)).trim(), quotes };
}
