import type { PaintedFigure, PaintRequest } from "@/lib/ai/painter";
import { appearanceOf } from "./figures/appearance";
import vocabulary from "./figures/vocabulary.json" with { type: "json" };
import { anyColor, anyOf, firstOf, mark, type Words } from "./figures/words";
import { props, times, weathers } from "./read-scene";
import words from "./tables.json" with { type: "json" };

/** One instruction for a picture: a thing that it should or should not show. */
export type EditInstruction = { text: string; away: boolean };

const taking = anyOf(words.away);
const takingOff = /\b(?:take|put|move)\b(.+)\b(?:away|off|out)\b/i;
const alsoAway = /^(?:the|any|all|his|her|their|its|that|those|or)\b(?!.* (?:is|are) )/i;
/** "The woman with the crown" should go: one instruction, not two. */
const joints = new RegExp(words.joints.replace("AWAY", words.away), "i");
const isFiller = /^(?:please|thanks?|thank you|make it|instead|too|also|a bit|now|just)?$/i;

/** 'Make it evening, and stop the rain and the wind': one instruction to add, two to remove. */
export function editInstructionsIn(prompt: string): EditInstruction[] {
  let away = false;
  return prompt.split(joints).flatMap((part): EditInstruction[] => {
    const text = part.trim();
    if (isFiller.test(text)) return [];
    const rid = taking.test(text) || takingOff.test(text);
    // "the wind" is removed with the rain; "a red scarf" is not.
    away = rid || (away && alsoAway.test(text));
    return [{ text, away }];
  });
}

const { ages, body, hides, nouns, subjects } = vocabulary;
const worn = anyOf([...Object.values(nouns), body].join("|"));
/** Whether an instruction is about a figure's looks: 'grey feathers', 'a red scarf'. */
export const isLooks = (text: string) => worn.test(text);
const furry = anyOf(hides);
const everyone = anyOf(words.everybody);
const person = anyOf([...Object.values(ages), subjects.person].join("|"));
const woman = /^.*\b(?:woman|girl|lady)\b(?!.*beard)/i;
const company = new RegExp(`\\b(?:${subjects.company})\\b|[,.;]`, "i");

/** Whether a word is a figure's name or kind: 'Waldo', 'pigeon', 'bird'. */
function isCalled(one: PaintedFigure, word: string) {
  const called = `${one.name} ${one.description.split(company)[0]} ${appearanceOf(one).species}`;
  return word.length > 2 && new RegExp(`\\b${word}\\b`, "i").test(called);
}

/** Possible targets among the pictures, the likeliest first. */
export function applyInstructions(request: PaintRequest, { text, away }: EditInstruction) {
  if (away) return [without(request, text)];
  const { figures } = request;
  const isName = (word: string) => !worn.test(word) && !anyColor(word.toLowerCase());
  const names = (text.match(/\p{L}+/gu) ?? []).filter(isName);
  const noun = worn.exec(text)?.[0].toLowerCase();
  const named = figures.find((one) => names.some((word) => isCalled(one, word)));
  const beast = figures.find((one) => furry.test(text) && appearanceOf(one).species !== "human");
  const wearer = figures.find((one) => noun && one.description.toLowerCase().includes(noun));
  const who = named ?? beast ?? wearer ?? figures[0];
  const isAsked = request.kind === "character" && person.test(text);
  const isWorn = who && (noun || isAsked || (named && anyColor(text.toLowerCase())));
  // A man who becomes a woman loses the beard; skin and the rest stay.
  const wanted = isAsked ? text.replace(woman, "$&, clean-shaven") : text;
  const described = (one: PaintedFigure) =>
    one === who ? { ...one, description: `${wanted}.${mark}${one.description}` } : one;
  const dressed = isWorn ? [{ ...request, figures: figures.map(described) }] : [];
  // A portrait shows only its figure.
  return request.kind === "character" ? dressed : [...dressed, withAddition(request, text)];
}

/** Adds an instruction to the prompt; a new time or weather replaces the current one. */
function withAddition(request: PaintRequest, text: string): PaintRequest {
  const tables: Words<string>[] = [weathers, times];
  const old = tables.filter((table) => firstOf(table, text)).flat();
  const { prompt, ...rest } = withoutMentions(request, old);
  return { ...rest, prompt: `${text}. ${prompt}` };
}

function without(request: PaintRequest, text: string): PaintRequest {
  const meant = [...weathers, ...times, ...props].filter((one) => firstOf([one], text));
  const { prompt, ...rest } = withoutMentions(request, meant);
  const [what = "", which = ""] = text.toLowerCase().split(/ with (?:(?:an?|the|his|her) )?/u);
  const noun = /(\p{L}+)(?: (?:away|off|out))?\P{L}*$/u.exec(what)?.[1] ?? "";
  const isStaying = (one: PaintedFigure) =>
    !everyone.test(text) && !(isCalled(one, noun) && one.description.toLowerCase().includes(which));
  const [, hat, beard] = /(hat|cap|helmet|crown)|(beard)/i.exec(noun) ?? [];
  const lacks = hat ? "no hat" : beard ? "clean-shaven" : "";
  const worded = new RegExp(`\\b(?:[\\w-]+ ){0,2}${noun}\\b`, "gi");
  const bare = (one: PaintedFigure) => ({
    ...one,
    description: `${lacks}${mark}${one.description.replace(worded, " ")}`,
  });
  const figures = worn.test(what) ? rest.figures.map(bare) : rest.figures.filter(isStaying);
  return { ...rest, figures, prompt: firstOf(weathers, text) ? `Clear sky. ${prompt}` : prompt };
}

/** The request without any mention of these things, in its prompt and its location. */
function withoutMentions(request: PaintRequest, things: Words<string>): PaintRequest {
  const cut = (text: string) => things.reduce((rest, [, one]) => rest.replace(one, " "), text);
  const { location } = request;
  const place = location && { ...location, description: cut(location.description) };
  return { ...request, prompt: cut(request.prompt), ...(place ? { location: place } : {}) };
}
