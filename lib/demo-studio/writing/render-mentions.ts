import { type Figure, namesOf } from "./people";
import { type Part, textOf, wordsBetween } from "./words";

/** A mention of a character; captions and pictures replace some of them by the name. */
export type Mention = {
  start: number;
  end: number;
  who: Figure[];
  as: "introduce" | "name" | "describe" | "pronoun" | "keep";
};
type How = "picture" | "first" | "caption";

/** A part's words with names in place of mentions, for a caption or a picture. */
export function renderMentions(part: Part, from: number, to: number, all: Mention[], how: How) {
  const words: { text: string; post: string }[] = [];
  for (let index = from; index < to; index += 1) {
    const mention = all.find(({ start, end }) => start === index && end <= to);
    const by = mention ? nameFor(mention, wordsBetween(part, index, mention.end), how) : "";
    if (mention && by !== "") index = mention.end - 1;
    const { text = "", post = "" } = part.words[index] ?? {};
    const isListed = part.words[index + 1]?.lower === "and" && !post.includes(",");
    words.push({ text: (isListed ? by.replace(" and ", ", ") : by) || text, post });
  }
  return textOf(words);
}

/** The replacement of a mention; "" keeps its own words. */
function nameFor({ who, as }: Mention, own: string, how: How): string {
  const isPicture = how === "picture";
  const isOpen = isPicture || (how === "first" && /^(?:s?he|they)$/iu.test(own));
  const name = namesOf(who);
  if (as === "introduce" && !isPicture)
    return `${name}, ${own.replace(/^One /u, "a ").replace(/^An? /u, (word) => word.toLowerCase())},`;
  return as === "name" || (as === "pronoun" ? isOpen : isPicture && as !== "keep") ? name : "";
}
