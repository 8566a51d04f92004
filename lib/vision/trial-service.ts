/** Finds out whether the vision model can be trusted, by questions about known pictures. */
import "server-only";
import { vision } from "@/lib/ai";
import { demoPainter } from "@/lib/ai/demo";
import type { PictureAnswer, Vision } from "@/lib/ai/vision";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { writeEngineStatus } from "@/lib/platform/status/engine-status";
import { withBudget } from "@/lib/spending/budget-service";
import { costOfCheck } from "@/lib/spending/estimates";
import { multiplyAmount, zeroAmount } from "@/lib/spending/money";
import { withUsage } from "@/lib/spending/service";

/** The port's name in the status of engines. */
export const checksPort = "checks";

const keeper = {
  id: "trial",
  name: "Mara",
  description: "A woman with long red hair, in a yellow coat.",
};

/** Small pictures of the demo studio, each with true and false statements about it. */
const trials = [
  {
    prompt: "Mara stands on the pier at the harbour by day.\nShot: full.",
    figures: [keeper],
    is: ["Is there a person in the picture?", "Is it outdoors?"],
    isNot: [
      "Are there five people in the picture?",
      "Does the picture show the inside of a library?",
      "Is there an elephant in the picture?",
    ],
  },
  {
    prompt: "An empty kitchen by day.\nShot: wide.",
    figures: [],
    is: ["Is the picture free of people?", "Is it the inside of a house?"],
    isNot: [
      "Is there a crowd of people in the picture?",
      "Does the picture show a ship on the open sea?",
      "Is there a dragon in the picture?",
    ],
  },
];

const verdicts = {
  agrees: "The vision model agrees with everything: checks are off.",
  blind: "The vision model does not see what is plainly there: checks are off.",
};

/** @returns a sentence that says why checks are off; null for a model that passes */
export function verdictOf(
  answers: { isTrue: boolean; answer: PictureAnswer["answer"] }[],
): string | null {
  const share = (isTrue: boolean) => {
    const asked = answers.filter((one) => one.isTrue === isTrue);
    return asked.filter(({ answer }) => answer === "yes").length / asked.length;
  };
  if (share(false) > 0.5) return verdicts.agrees;
  return share(true) < 0.5 ? verdicts.blind : null;
}

async function askAll(model: Vision): Promise<Parameters<typeof verdictOf>[0]> {
  const ownerless = { userId: null, storyId: null };
  const asked = trials.map(async ({ prompt, figures, is, isNot }) => {
    const { bytes } = await demoPainter().make({
      kind: "panel",
      prompt,
      figures,
      artStyle: "",
      width: 384,
      height: 512,
      seed: "trial",
      model: "",
      attemptId: "trial",
    });
    const questions = [...is, ...isNot].map((text, at) => ({
      id: String(at),
      text,
      fact: { about: "thing" as const, what: text },
    }));
    const answers = await withUsage(ownerless, "vision", (onUsage) =>
      model.answer({ picture: bytes, references: [], questions, onUsage }),
    );
    return answers.map(({ answer }, at) => ({ isTrue: at < is.length, answer }));
  });
  return (await Promise.all(asked)).flat();
}

const holder = globalThis as { inkwrightVisionTrial?: Promise<string | null> };

/**
 * Asks the model and records its verdict, for all instances.
 * @returns why checks are off, or null
 * @throws AppError if the model gives no answer, `budget_exceeded`
 */
export function tryVision(): Promise<string | null> {
  const model = vision();
  // The demo studio answers from what it drew.
  if (!model || model.demo) return Promise.resolve(null);
  const cost = multiplyAmount(trials.length, costOfCheck(0) ?? zeroAmount);
  holder.inkwrightVisionTrial ??= withBudget(null, cost, () => askAll(model))
    .then(async (answers) => {
      const problem = verdictOf(answers);
      await writeEngineStatus(checksPort, model.name, problem);
      return problem;
    })
    .finally(() => {
      delete holder.inkwrightVisionTrial;
    });
  return holder.inkwrightVisionTrial;
}

/** For `/setup`. @throws Error with the sentence that says why checks are off */
export async function checkVision(): Promise<void> {
  const problem = await tryVision();
  if (problem) throw new Error(problem);
}

/** Hours after which a start tries the model again. */
const verdictHours = 24;

const verdict = (engine: string) =>
  db.engineStatus.findFirst({ where: { port: checksPort, engine } });

/** Tries a model that was not tried for a day; an error is only logged. */
export async function tryVisionAtStart(): Promise<void> {
  const model = vision();
  if (!model || model.demo) return;
  try {
    const known = await verdict(model.name);
    const last = Math.max(known?.lastSuccessAt?.getTime() ?? 0, known?.lastErrorAt?.getTime() ?? 0);
    if (Date.now() - last < verdictHours * 3_600_000) return;
    const problem = await tryVision();
    if (problem) log.warn({ model: model.name }, problem);
  } catch (error) {
    log.warn({ err: error }, "the vision model could not be tried");
  }
}

/**
 * The model that checks pictures; null without one. A model without a verdict is tried first.
 * @throws AppError if it gives no answer, or failed its trial
 */
export async function trustedVision(): Promise<Vision | null> {
  const model = vision();
  if (!model || model.demo) return model;
  const known = await verdict(model.name);
  const hasFailed = (known?.lastErrorAt?.getTime() ?? 0) > (known?.lastSuccessAt?.getTime() ?? 0);
  const isJudged = known && (!hasFailed || Object.values(verdicts).includes(known.lastError ?? ""));
  if (!(isJudged ? hasFailed : await tryVision())) return model;
  throw new AppError(
    "ai_unavailable",
    "The model that looks at pictures cannot be relied on. Please tell the administrator of this site.",
    { permanent: true },
  );
}
