import "server-only";
import { animator, painter, vision, writer } from "@/lib/ai";
import type { BilledModel, ProviderUsage } from "@/lib/ai/usage";
import { addAmounts, multiplyAmount, zeroAmount } from "./money";
import { costOf } from "./prices";
import type { Amount } from "./schema";

/**
 * Expected cost of work. Token counts are those of typical scenes, a little on the high side;
 * reasoning models use more.
 */
const tokens = {
  scene: { inputTokens: 4_000, outputTokens: 700 },
  panel: { inputTokens: 0, outputTokens: 550 },
  text: { inputTokens: 3_000, outputTokens: 800 },
  /** All questions about a picture, and each pair of faces. */
  check: { inputTokens: 3_000, outputTokens: 900 },
  facePair: { inputTokens: 1_800, outputTokens: 100 },
  /** The positions of the faces in a picture. */
  faces: { inputTokens: 1_500, outputTokens: 200 },
};

/** Portraits of a scene's new characters: their number is unknown before it is written. */
const expectedNewEntities = { inEmptyStory: 3, later: 1 };

/** @param demo whether the demo studio does the work, which is free */
function amountOf(
  { demo }: { demo: boolean },
  billed: BilledModel | undefined,
  units: ProviderUsage["units"],
): Amount {
  if (demo) return zeroAmount;
  const cost = billed ? costOf({ ...billed, outcome: "completed", units }) : null;
  return { micros: cost ?? 0, isUnknown: cost === null };
}

const textCost = (units: ProviderUsage["units"]) => amountOf(writer(), writer().billed?.(), units);

/** A text that an author waits for: ideas, a title, an improved description, a sheet. */
export const costOfText = (): Amount => textCost(tokens.text);

/**
 * One picture or portrait of a story with this image model.
 * @param seconds that a self-hosted engine takes for it
 */
export const costOfPicture = (model: string, seconds?: number, by = painter()): Amount => ({
  ...amountOf(by, by.billed?.(model), { images: 1 }),
  ...(seconds ? { seconds } : {}),
});

/** Most pairs of faces that one check compares. */
export const maxFacePairs = 3;

/** The check of one picture; null without a vision model. */
export function costOfCheck(facePairs = maxFacePairs): Amount | null {
  const model = vision();
  if (!model) return null;
  const cost = (units: ProviderUsage["units"]) => amountOf(model, model.billed?.(), units);
  return addAmounts(cost(tokens.check), multiplyAmount(facePairs, cost(tokens.facePair)));
}

/** A look for the faces of a panel; only the demo painter reports them itself. */
function costOfFaces(): Amount {
  const model = vision();
  return model && !painter().demo ? amountOf(model, model.billed?.(), tokens.faces) : zeroAmount;
}

/** What a story wants for a panel's new picture: no check, a check, or also a repair. */
export type PictureCheck = "off" | "tell" | "repair";

/** The prices of a story's pictures; only a panel's new picture may need a repair. */
export function costsOfPictures(model: string, wanted: PictureCheck, seconds?: number) {
  const picture = costOfPicture(model, seconds);
  const check = wanted === "off" ? null : costOfCheck();
  // A repair takes the faces of the picture that it changes.
  const repair = check ? addAmounts(picture, check) : picture;
  const take = addAmounts(costOfFaces(), repair);
  const panel = check && wanted === "repair" ? addAmounts(take, repair) : take;
  return { picture, panel, take, repair };
}
export type PicturePrice = keyof ReturnType<typeof costsOfPictures>;

export function costOfVideo(): Amount {
  const billed = animator().billed?.();
  return amountOf(animator(), billed, { seconds: billed?.seconds ?? 0 });
}

interface SceneFacts {
  /** Image model of the story. */
  model: string;
  check: PictureCheck;
  /** Number of the story's characters and locations without a picture. */
  missingPortraits: number;
  /** Whether the story has characters or locations already. */
  hasCast: boolean;
  /** Seconds for a picture on a self-hosted engine. */
  pictureSeconds?: number | undefined;
}

export function costOfScene({
  model,
  check,
  missingPortraits,
  hasCast,
  pictureSeconds,
}: SceneFacts) {
  const picture = costOfPicture(model, pictureSeconds);
  const portraits =
    missingPortraits + (hasCast ? expectedNewEntities.later : expectedNewEntities.inEmptyStory);
  return {
    fixed: addAmounts(textCost(tokens.scene), multiplyAmount(portraits, picture)),
    perPanel: addAmounts(
      textCost(tokens.panel),
      costsOfPictures(model, check, pictureSeconds).panel,
    ),
  };
}

/** Whether everything that an author can request is free of charge. */
export const isFree = (): boolean => writer().demo && painter().demo && animator().demo;
