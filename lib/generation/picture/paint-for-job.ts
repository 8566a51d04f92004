/** Paints the picture of a job, whatever it shows, and stores it. */
import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { painter, vision } from "@/lib/ai";
import { cutText } from "@/lib/ai/cut-text";
import type { PaintedFigure, PaintedImage, PaintRequest } from "@/lib/ai/painter";
import type { OnUsage } from "@/lib/ai/usage";
import { loadPicture, type StoredPicture, storePicture } from "@/lib/media/service";
import { mediaUrlOf } from "@/lib/media/urls";
import { brand } from "@/lib/platform/brand";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { storage } from "@/lib/platform/storage";
import { facesSchema } from "@/lib/scenes/panel-script";
import { watched, withUsage } from "@/lib/spending/service";
import { imageModels } from "@/lib/stories/schema";
import {
  beginAttempt,
  moderate,
  recordResult,
  whileAlive,
  withDeadline,
} from "../jobs/job-service";
import type { PaintJobResult } from "../schema";
import { callAtOnce } from "./call-service";
import { pursue } from "./order-service";
import type { Progress } from "./progress";

/** A picture that is not there by then has failed, in milliseconds. */
const painterDeadline = 240_000;

export type PaintBrief = Omit<PaintRequest, "attemptId" | "signal" | "onUsage">;

export interface PaintOptions {
  /** Takes what was made already, and pays for nothing: false where there is nothing. */
  collectOnly?: boolean;
  /** Where heads are in the picture it starts from, for painters that do not say. */
  facesBefore?: PaintJobResult["faces"];
  /** The stored picture that it is a change of. */
  changedFrom?: string | undefined;
  /** Milliseconds for one call. */
  deadline?: number;
}

/** A sheet with the portrait that a request may carry. */
interface ReferenceSheet {
  id: string;
  primaryMediaId: string | null;
}

/**
 * Has the picture of a job painted, stores it and records it on the job. Where a step is repeated
 * after that, the picture is there and nothing is paid.
 * @returns false where the job is over or gone; Pending where it takes its time: call again then
 * @throws AppError of the painter, or `image_failed` where what it sent is no picture
 */
export async function paintForJob(
  jobId: string,
  authorsPrompt: string,
  makeBrief: () => Promise<PaintBrief>,
  {
    facesBefore = [],
    changedFrom,
    deadline = painterDeadline,
    collectOnly = false,
  }: PaintOptions = {},
): Promise<Progress> {
  const checkedBrief = async () => {
    const wanted = await makeBrief();
    // A picture that cannot be stored, or shown, must not be paid for.
    await Promise.all([
      storage().check(),
      moderate({ jobId }, [authorsPrompt, wanted.artStyle, ...looksIn(wanted)]),
    ]);
    return wanted;
  };
  const keep = async (painted: PaintedImage) => {
    const picture = await store(painted, changedFrom);
    const result: PaintJobResult = {
      mediaId: picture.id,
      imageUrl: mediaUrlOf(picture),
      prompt: authorsPrompt,
      timestamp: new Date().toISOString(),
      model: modelOf(painted),
      ...(painted.note ? { note: painted.note } : {}),
      faces: facesSchema.parse(painted.faces.length > 0 ? painted.faces : facesBefore),
    };
    const record = (made: PaintJobResult) => storePaid(() => recordResult(jobId, made));
    if (!(await record(result))) return false;
    if (result.faces.length > 0) return true;
    const faces = await lookForFaces(jobId, painted, makeBrief);
    return faces.length === 0 || record({ ...result, faces });
  };
  const { deferred } = painter();
  if (deferred) {
    const pursuit = { deferred, makeBrief: checkedBrief, keep, patience: deadline, collectOnly };
    return watched("pictures", () => pursue(jobId, pursuit));
  }
  if (collectOnly) return false;
  const paint = (wanted: PaintBrief, attempt: { attemptId: string }, onUsage: OnUsage) =>
    whileAlive(jobId, (gone) =>
      withDeadline(
        deadline,
        (signal) => painter().paint({ ...wanted, ...attempt, signal, onUsage }),
        gone,
      ),
    );
  if (painter().demo) {
    // Costs nothing: a picture that was lost is drawn again.
    const wanted = await checkedBrief();
    const attempt = await beginAttempt(jobId);
    if (!attempt) return false;
    return keep(
      await withUsage({ jobId }, "pictures", (onUsage) => paint(wanted, attempt, onUsage)),
    );
  }
  return callAtOnce(jobId, async () => {
    const wanted = await checkedBrief();
    return {
      billed: painter().billed?.(wanted.model) ?? { provider: "openai", model: painter().name },
      make: (attempt, onUsage) => watched("pictures", () => paint(wanted, attempt, onUsage)),
      keep,
    };
  });
}

const looksIn = ({ figures, location }: PaintBrief): string[] =>
  [...figures, ...(location ? [location] : [])].map(({ description }) => description);

const vendors = { demo: "demo studio", openai: "OpenAI", replicate: "Replicate" };

/** Provider and model, as content credentials name what made a picture. */
function agentOf(painted: PaintedImage): string {
  const { demo, billed } = painter();
  if (demo) return `${brand.name} demo studio`;
  const provider = billed?.("")?.provider;
  return [provider && vendors[provider], modelOf(painted)].filter(Boolean).join(": ");
}

const modelOf = (painted: PaintedImage): string => painted.model ?? painter().name;

async function store(painted: PaintedImage, changedFrom?: string): Promise<StoredPicture> {
  const from = {
    origin: painter().demo ? "drawn" : "model",
    agent: agentOf(painted),
    madeBy: modelOf(painted),
    ...(changedFrom && { changedFrom }),
  } as const;
  try {
    return await storePaid(() => storePicture(painted.bytes, from));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid_image") throw error;
    throw new AppError(
      "invalid_image",
      "The picture that came back could not be used. Please try again.",
      { cause: error.details.cause },
    );
  }
}

/** The portraits that a request carries, as many as the painter takes, by the sheet's id. */
export async function loadPortraits(
  sheets: ReferenceSheet[],
  most: number,
): Promise<Map<string, { bytes: Uint8Array; mediaType: string }>> {
  const painted = sheets.filter(({ primaryMediaId }) => primaryMediaId !== null).slice(0, most);
  const loaded = await Promise.all(
    painted.map(async ({ id, primaryMediaId }) => {
      const picture = primaryMediaId ? await loadPicture(primaryMediaId) : null;
      return picture ? ([id, picture] as const) : null;
    }),
  );
  return new Map(loaded.filter((entry) => entry !== null));
}

/** Whether requests carry portraits; where they do not, nothing waits for them. */
export const takesReferences = (): boolean =>
  imageModels.some((model) => painter().maxReferences(model) > 0);

/** A panel waits no longer for this, in milliseconds. */
const lookDeadline = 10_000;

/**
 * Where faces are in a panel's picture, where somebody can look at it. Bubbles are placed without
 * that too, so whatever goes wrong here is only logged.
 */
async function lookForFaces(
  jobId: string,
  painted: PaintedImage,
  makeBrief: () => Promise<Pick<PaintRequest, "kind" | "figures">>,
): Promise<PaintedImage["faces"]> {
  const look = vision();
  if (!look) return [];
  try {
    const { kind, figures: people } = await makeBrief();
    if (kind !== "panel" || people.length === 0) return [];
    return await withUsage({ jobId }, "vision", (onUsage) =>
      withDeadline(lookDeadline, (signal) =>
        look.faces({ picture: painted.bytes, people, signal, onUsage }),
      ),
    );
  } catch (error) {
    log.warn({ jobId, err: error }, "faces could not be looked for");
    return [];
  }
}

export interface Sheet {
  id: string;
  seed: string;
  name: string;
  description: string;
  imagePrompt: string;
}

/** A character or place as a painter takes it; the seed keeps it the same from picture to picture. */
export const toFigure = (sheet: Sheet, portrait?: PaintedFigure["portrait"]): PaintedFigure => ({
  id: sheet.seed,
  name: sheet.name,
  description: cutText(`${sheet.imagePrompt} ${sheet.description}`, 2000),
  ...(portrait ? { portrait } : {}),
});

/**
 * Of whom a request should carry a portrait: characters in the order of the frame, then the place,
 * as many as the painter takes.
 */
export function wantedReferences(
  { characterIds, locationId }: { characterIds: string[]; locationId: string | null },
  most: number,
): { characterIds: string[]; locationIds: string[] } {
  const first = characterIds.slice(0, most);
  return {
    characterIds: first,
    locationIds: locationId && first.length < most ? [locationId] : [],
  };
}

/** Says how close the picture comes, as the last line of what it shows. */
export const withShot = (prompt: string, shot: string | null): string =>
  shot ? `${prompt}\nShot: ${shot}.` : prompt;

const firstWait = 500;
const longestWait = 8_000;

/**
 * Stores or records what a provider sent. It is paid for, so a storage or a database that is away
 * for a moment gets time; what is no picture or video at all does not become one.
 */
export async function storePaid<T>(store: () => Promise<T>): Promise<T> {
  for (let wait = firstWait; ; wait *= 2) {
    try {
      return await store();
    } catch (error) {
      const isUnusable =
        error instanceof AppError &&
        (error.code === "invalid_image" || error.code === "video_failed");
      if (isUnusable || wait > longestWait) throw error;
      await pause(wait);
    }
  }
}
