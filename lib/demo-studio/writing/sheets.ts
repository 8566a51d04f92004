import { cutText } from "@/lib/ai/cut-text";
import type { Sheet } from "./answers";
import type { Chance } from "./chance";
import { capitalise, sentence, titleCase, withArticle } from "./english";
import { type Figure, roleIn } from "./figures";
import type { Genre } from "./genres";
import { type Looks, looksOf } from "./looks";
import type { Setting } from "./settings";

const pronoun = { female: "She", male: "He", neutral: "They" } as const;

/** What one says about them, and the title that goes with it where the author gives none. */
const traits: readonly [trait: string, title: string][] = [
  ["notices what others overlook", "The one who notices"],
  ["laughs before the joke is over", "Quick to laugh"],
  ["keeps every promise, even the silly ones", "Keeper of promises"],
  ["is braver than anybody would guess", "Braver than expected"],
  ["asks one question too many", "Always one more question"],
  ["talks to things as if they could answer", "Talks to things"],
  ["hates to be late and is late every time", "Always late"],
  ["never gives up on anybody", "A loyal friend"],
  ["counts everything twice", "Counts everything twice"],
  ["has a plan for everything but today", "Always with a plan"],
  ["listens more than most people talk", "A good listener"],
  ["knows the way, even where there is none", "Knows the way"],
];
const plurals: Record<string, string> = { is: "are", has: "have" };

/**
 * Sheets of several new people, in order: no two of them share an outfit or a title that was made
 * up, because a reader must tell them apart at a glance.
 */
export function characterSheets(
  people: readonly { figure: Figure; told: string }[],
  genre: Genre,
  chance: Chance,
): Sheet[] {
  const sheets: Sheet[] = [];
  for (const { figure, told } of people) {
    let sheet = characterSheet(figure, genre, chance, told);
    for (
      let attempt = 1;
      attempt < 8 && sheets.some((other) => alike(other, sheet));
      attempt += 1
    ) {
      sheet = characterSheet(figure, genre, chance.fork(`again ${attempt}`), told);
    }
    sheets.push(sheet);
  }
  return sheets;
}

const outfitOf = (sheet: Sheet) => sheet.imagePrompt.split("wearing ")[1] ?? sheet.imagePrompt;
const alike = (one: Sheet, other: Sheet) =>
  outfitOf(one) === outfitOf(other) || (one.title.includes(" ") && one.title === other.title);

/** Words that say no more than age and build do. */
const plain =
  /^(?:kids?|child|children|friends?|person|man|woman|girl|boy|teenager|strangers?|mother|father|brother|sister|mum|mom|dad|partner|colleague|neighbou?r|lover|twin|sibling|someone)s?$/iu;

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
  const telling = roleIn(described) !== null || described.toLowerCase().includes(one.role.noun);
  const short = telling && described.length <= 60 ? described : "";
  const [trait, epithet] = own.pick(traits);
  const lead = /^the\s/iu.test(one.name) ? one.name : one.short;
  const what =
    short === "" || /^the\s/iu.test(one.name) || plain.test(short)
      ? looks.who
      : /^(?:\p{Lu}|the\s)/u.test(short)
        ? short
        : withArticle(short);
  const joint = /\b(?:who|which|that|with)\b/u.test(what) ? ", with " : " with ";
  return {
    name: cutText(one.name, 100),
    title: titleOf(one, short, epithet),
    description: cutText(
      `${sentence(`${lead} is ${what}${joint}${looks.surface}`)} ${traitFor(one, trait)}`,
      1000,
    ),
    imagePrompt: imagePromptOf(looks),
  };
}

function titleOf(one: Figure, short: string, epithet: string): string {
  if (short !== "" && !plain.test(short)) return capitalise(short);
  return plain.test(one.role.noun) ? epithet : capitalise(one.role.noun);
}

function traitFor(one: Figure, trait: string): string {
  if (one.gender !== "neutral") return sentence(`${pronoun[one.gender]} ${trait}`);
  if (one.role.nature !== "human") return sentence(`It ${trait}`);
  const [verb = "", ...rest] = trait.split(" ");
  if (verb === "never") return sentence("They never give up on anybody");
  return sentence(
    `They ${plurals[verb] ?? verb.replace(/s$/u, "")} ${rest.join(" ").replace(/ and is late/u, " and are late")}`,
  );
}

/** Looks alone: no pose, no expression, no background. */
const imagePromptOf = (looks: Looks): string =>
  cutText(
    sentence([capitalise(looks.who), looks.surface, looks.eyes, looks.clothes].join(", ")),
    1000,
  );

/** What a new place looks like; the same in its sheet and in the pictures of it. */
export const lookOf = (setting: Setting, chance: Chance): string =>
  chance.fork(`look of ${setting.name}`).pick(setting.kind.look);

/** The sheet of a new place. */
export function locationSheet(setting: Setting, chance: Chance, told = setting.described): Sheet {
  const look = lookOf(setting, chance);
  const sense = chance.fork(`sense of ${setting.name}`).pick(setting.kind.senses);
  const label = told.replace(/[.!?]+$/u, "");
  const start =
    label.length <= 80
      ? capitalise(
          (/^(?:the|an?)\s/iu.test(label) || /^\p{Lu}/u.test(label)) &&
            !/^The \p{Lu}\p{Ll}*$/u.test(setting.name)
            ? label
            : withPlaceArticle(label, setting),
        )
      : setting.name;
  return {
    name: cutText(setting.name, 100),
    title: titleCase(setting.noun),
    description: cutText(`${sentence(`${start}: ${look}`)} ${sense}`, 1000),
    imagePrompt: cutText(sentence(`${capitalise(setting.phrase)}: ${look}. No people`), 1000),
  };
}

const withPlaceArticle = (label: string, setting: Setting) =>
  setting.name.toLowerCase() === `the ${label.toLowerCase()}` ? `the ${label}` : withArticle(label);
