/** The questions of a picture check, and their answers. */
import { truncateText } from "@/lib/ai/prompts/truncate-text";
import { type PictureAnswer, type PictureQuestion, pictureAnswers } from "@/lib/ai/vision";
import { z } from "@/lib/platform/zod";
import { type PanelContract, truncatedText } from "./contract";

/** A question, with the text of a 'no' for the author and the instruction for a repair. */
export interface ContractQuestion extends PictureQuestion {
  miss: string;
  fix: string;
}

/** Descriptions of shots for the model that answers. */
const shotTexts: Partial<Record<string, string>> = {
  establishing: "a view of the whole place, with people small or absent",
  wide: "a wide view with whole figures and much of the place around them",
  full: "a view that shows people from head to foot",
  medium: "a view of people from about the waist or knees up",
  "close-up": "a close view of a face or of head and shoulders",
  detail: "a close view of a thing or of a part of the scene",
};

interface KnownPerson {
  name: string;
  /** The appearance in words. */
  description: string;
}

/** @param known appearances of the people in the contract */
export function questionsOf(
  { people, place, light, shot, mustShow }: PanelContract,
  known: KnownPerson[],
): ContractQuestion[] {
  const looksOf = (name: string) => {
    const looks = known.find((one) => one.name.toLowerCase() === name.toLowerCase())?.description;
    return looks ? ` (${truncateText(looks, 200)})` : "";
  };
  const who = people.length === 1 ? "1 person or creature" : `${people.length} people or creatures`;
  const count = people.length === 0 ? "free of people" : `with ${who}`;
  const shown = shotTexts[shot];
  return [
    ...people.flatMap(({ name, outfit, action }): ContractQuestion[] => [
      {
        id: `person:${name}`,
        text: `Is ${name} in the picture?${looksOf(name)}`,
        fact: { about: "person", name },
        miss: `${name} is not in the picture`,
        fix: `Add ${name}${looksOf(name)}.`,
      },
      ...(outfit
        ? [
            {
              id: `outfit:${name}`,
              text: `Does ${name} wear this: ${outfit}?`,
              fact: { about: "outfit" as const, name, what: outfit },
              miss: `${name} does not wear '${outfit}'`,
              fix: `${name} wears ${outfit}.`,
            },
          ]
        : []),
      ...(action
        ? [
            {
              id: `action:${name}`,
              text: `Can one see this of ${name}: ${action}?`,
              fact: { about: "action" as const, name, what: action },
              miss: `${name} is not shown as the script says: '${action}'`,
              fix: `${name}: ${action}.`,
            },
          ]
        : []),
    ]),
    {
      id: "people",
      text: `Is the picture ${count}, not counting a distant crowd?`,
      fact: { about: "people", count: people.length },
      miss: people.length === 0 ? "There are people in the picture" : `It does not show ${who}`,
      fix: people.length === 0 ? "Remove all people." : `Show exactly ${who}.`,
    },
    ...about("place", place, (what) => [
      `Is the place this: ${what}?`,
      `The place is not ${what}`,
      `The place is ${what}.`,
    ]),
    ...about("light", light, (what) => [
      `Does the light show this: ${what}?`,
      `The light is not '${what}'`,
      `Light: ${what}.`,
    ]),
    ...(shown
      ? about("shot", shot, (what) => [
          `Is it ${shown}?`,
          `It is no ${what} shot`,
          `Show ${shown}.`,
        ])
      : []),
    ...mustShow.flatMap((thing) =>
      about("thing", thing, (what) => [
        `Can one see this: ${what}?`,
        `One cannot see ${what}`,
        `Add ${what}.`,
      ]),
    ),
    {
      id: "lettering",
      text: "Is the picture free of letters, words, captions and signatures?",
      fact: { about: "lettering" },
      miss: "There is lettering in the picture",
      fix: "Remove all lettering.",
    },
    {
      id: "limbs",
      text: "Do all figures have the usual number of arms, legs, hands and heads?",
      fact: { about: "limbs" },
      miss: "A figure has a limb too many or too few",
      fix: "Give every figure the right number of arms, legs and hands.",
    },
  ];
}

function about(
  kind: "place" | "light" | "shot" | "thing",
  what: string,
  texts: (what: string) => [text: string, miss: string, fix: string],
): ContractQuestion[] {
  if (what === "") return [];
  const [text, miss, fix] = texts(what);
  const id = kind === "thing" ? `thing:${what}` : kind;
  return [{ id, text, fact: { about: kind, what }, miss, fix }];
}

/** The question about a pair of pictures: the crop of a face, and the portrait. */
export const faceQuestion = (name: string): ContractQuestion => ({
  id: `face:${name}`,
  text: `The picture is the face of a figure, the reference a portrait of ${name}. Are they the same person or creature: hair, face, age, colours?`,
  fact: { about: "face", name },
  miss: `${name} has another face than in the portrait`,
  fix: `Give ${name} the face and hair of the reference.`,
});

/** The most questions that a contract gives. */
const maxAnswers = 36;

/** `take.check` of a picture that could not be checked: the reason, as a sentence. */
const failedCheck = z.object({ problem: truncatedText(300) });
export type FailedCheck = z.infer<typeof failedCheck>;
export const checkProblemOf = (stored: unknown): string | undefined =>
  failedCheck.safeParse(stored).data?.problem;

/** `take.check` of a picture that was checked. */
export const pictureCheckResult = z.object({
  model: truncatedText(80),
  at: z.iso.datetime().max(40),
  answers: z
    .array(
      z.object({
        id: truncatedText(120),
        answer: z.enum(pictureAnswers),
        reason: truncatedText(160),
        miss: truncatedText(200),
        fix: truncatedText(260),
      }),
    )
    .max(maxAnswers),
});
export type PictureCheck = z.infer<typeof pictureCheckResult>;

export const checkResultOf = (
  model: string,
  questions: ContractQuestion[],
  answers: PictureAnswer[],
): PictureCheck =>
  pictureCheckResult.parse({
    model,
    at: new Date().toISOString(),
    answers: questions.slice(0, maxAnswers).map(({ id, miss, fix }) => {
      const { answer = "cannot tell", reason = "" } = answers.find((one) => one.id === id) ?? {};
      return { id, answer, reason, miss, fix };
    }),
  });

export const missesOf = (check: PictureCheck) =>
  check.answers.filter(({ answer }) => answer === "no");

/** A stored check for its author; undefined if there is none. */
export function summaryOf(stored: unknown) {
  const check = pictureCheckResult.safeParse(stored).data;
  if (!check) return undefined;
  return {
    model: check.model,
    asked: check.answers.length,
    unknown: check.answers.filter(({ answer }) => answer === "cannot tell").length,
    misses: missesOf(check).map(({ miss, reason }) => ({ text: miss, reason })),
  };
}

/** The prompt of an edit that repairs only what a check misses; null if nothing is missing. */
export function repairPrompt(check: PictureCheck): string | null {
  const fixes = missesOf(check).map(({ fix }) => fix);
  return fixes.length > 0 ? truncateText(fixes.join(" "), 1000) : null;
}
