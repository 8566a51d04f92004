import { cutText } from "../../cut-text";
import type { Sheet } from "./answers";
import type { Chance } from "./chance";
import { capitalise, sentence, titleCase, withArticle } from "./english";
import type { Figure } from "./figures";
import type { Genre } from "./genres";
import { type Looks, looksOf } from "./looks";
import type { Setting } from "./settings";

const pronoun = { female: "She", male: "He", neutral: "They" } as const;

const traits =
  "notices what others overlook|laughs before the joke is over|keeps every promise, even the silly ones|is braver than it looks from outside|asks one question too many|talks to things as if they could answer|hates to be late and always is|never gives up on anybody|counts everything, twice|has a plan for everything but today|listens more than most people talk|carries a pencil behind one ear".split(
    "|",
  );
const theirTraits: Record<string, string> = {
  notices: "notice",
  laughs: "laugh",
  keeps: "keep",
  is: "are",
  asks: "ask",
  talks: "talk",
  hates: "hate",
  never: "never",
  counts: "count",
  has: "have",
  listens: "listen",
  carries: "carry",
};

/** The sheet of somebody new: who they are in words, and how they look whenever they are drawn. */
export function characterSheet(
  one: Figure,
  genre: Genre,
  chance: Chance,
  told = one.described,
): Sheet {
  const own = chance.fork(`looks of ${one.name}`);
  const looks = looksOf(one, genre, told, own);
  const described = one.described.replace(/[.!?]+$/u, "");
  const short = described.length > 0 && described.length <= 60 ? described : "";
  const title = titleOf(one, short);
  const lead = /^the\s/iu.test(one.name) ? one.name : (one.call ?? one.name);
  const intro =
    short !== ""
      ? `${lead} is ${looksLikeName(short) ? short : withArticle(short)}`
      : `${lead} is ${looks.who}`;
  const surface = short !== "" ? ` with ${looks.surface}` : ` with ${looks.surface}`;
  const trait = traitFor(one, own);
  return {
    name: cutText(one.name, 100),
    title,
    description: cutText(`${sentence(`${intro}${surface}`)} ${trait}`, 1000),
    imagePrompt: imagePromptOf(looks),
  };
}

const looksLikeName = (text: string) => /^\p{Lu}/u.test(text) || /^(?:the|an?|one)\s/iu.test(text);

function titleOf(one: Figure, short: string): string {
  if (/^the\s/iu.test(one.name)) return capitalise(short === "" ? one.role.noun : short);
  if (short !== "") return capitalise(short);
  return one.role.noun === "person" ? "" : titleCase(one.role.noun);
}

function traitFor(one: Figure, chance: Chance): string {
  const trait = chance.pick(traits);
  if (one.role.nature !== "human" && one.gender === "neutral") return sentence(`It ${trait}`);
  if (one.gender !== "neutral") return sentence(`${pronoun[one.gender]} ${trait}`);
  const [verb = "", ...rest] = trait.split(" ");
  return sentence(
    `They ${theirTraits[verb] ?? verb} ${rest
      .join(" ")
      .replace(/ and always is$/u, " and always are")
      .replace(/than it looks/u, "than they look")}`,
  );
}

/** Looks alone: no pose, no expression, no background. */
export const imagePromptOf = (looks: Looks): string =>
  cutText(
    sentence(`${capitalise(looks.who)}, ${looks.surface}, ${looks.eyes}, wearing ${looks.clothes}`),
    1000,
  );

/** The sheet of a new place. */
export function locationSheet(setting: Setting, chance: Chance, told = setting.described): Sheet {
  const own = chance.fork(`look of ${setting.name}`);
  const look = own.pick(setting.kind.look);
  const sense = own.pick(setting.kind.senses);
  const label = told.replace(/[.!?]+$/u, "");
  const start =
    label.length <= 80
      ? capitalise(
          /^(?:the|an?)\s/iu.test(label) || /^\p{Lu}/u.test(label)
            ? label
            : withPlaceArticle(label, setting),
        )
      : setting.name;
  return {
    name: cutText(setting.name, 100),
    title: titleCase(setting.kind.kind === "cafe" ? "café" : setting.kind.kind),
    description: cutText(`${sentence(`${start}: ${look}`)} ${sense}`, 1000),
    imagePrompt: cutText(sentence(`${capitalise(setting.phrase)}: ${look}. No people`), 1000),
  };
}

const withPlaceArticle = (label: string, setting: Setting) =>
  setting.name.toLowerCase() === `the ${label.toLowerCase()}` ? `the ${label}` : withArticle(label);
