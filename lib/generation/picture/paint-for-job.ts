/** Paints and stores the picture of a job, whatever it shows. */
import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { painter, vision } from "@/lib/ai";
import type { PaintedFigure, PaintedImage, PaintRequest } from "@/lib/ai/painter";
import { truncateText } from "@/lib/ai/truncate-text";
import type { OnUsage } from "@/lib/ai/usage";
import { loadPicture, type StoredPicture, storePicture } from "@/lib/media/service";
import { mediaUrlOf } from "@/lib/media/urls";
import { brand } from "@/lib/platform/brand";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { storage } from "@/lib/platform/storage";
import { facesSchema } from "@/lib/scenes/panels/script";
import { withEngineStatus, withUsage } from "@/lib/spending/service";
import { imageModels } from "@/lib/stories/schema";
import {
  beginAttempt,
  moderate,
  recordResult,
  withDeadline,
  withHeartbeat,
} from "../jobs/job-service";
import type { PaintJobResult } from "../schema";
import { runPrediction } from "./prediction-service";
import type { Progress } from "./progress";
import { runProviderCall } from "./provider-call-service";

/** Milliseconds after which a picture has failed. */
const painterDeadline = 240_000;

export type PaintBrief = Omit<PaintRequest, "attemptId" | "signal" | "onUsage">;

export interface PaintOptions {
  /** Takes an existing result and pays for nothing: false if there is none. */
  collectOnly?: boolean;
  /** Positions of faces in the source picture, for painters that do not report faces. */
  facesBefore?: PaintJobResult["faces"];
  /** The stored picture that this one changes. */
  changedFrom?: string | undefined;
  /** Milliseconds for one call. */
  deadline?: number;
}

/** A sheet whose portrait a request may carry. */
interface ReferenceSheet {
  id: string;
  primaryMediaId: string | null;
}

/**
 * Paints the picture of a job, stores it and records it on the job. A step that is repeated
 * afterwards finds the picture and does not pay again.
 * @returns false if the job has ended or is deleted; Pending while the provider works: call again
 * then
 * @throws AppError of the painter, or `image_failed` if it sent no valid picture
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
    const brief = await makeBrief();
    // The app must not pay for a picture that it cannot store or show.
    await Promise.all([
      storage().check(),
      moderate({ jobId }, [authorsPrompt, brief.artStyle, ...descriptionsOf(brief)]),
    ]);
    return brief;
  };
  const storeResult = async (painted: PaintedImage) => {
    const picture = await storePainted(painted, changedFrom);
    const result: PaintJobResult = {
      mediaId: picture.id,
      imageUrl: mediaUrlOf(picture),
      prompt: authorsPrompt,
      timestamp: new Date().toISOString(),
      model: modelOf(painted),
      ...(painted.note ? { note: painted.note } : {}),
      faces: facesSchema.parse(painted.faces.length > 0 ? painted.faces : facesBefore),
    };
    const record = (made: PaintJobResult) => storeWithRetry(() => recordResult(jobId, made));
    if (!(await record(result))) return false;
    if (result.faces.length > 0) return true;
    const faces = await detectFaces(jobId, painted, makeBrief);
    return faces.length === 0 || record({ ...result, faces });
  };
  const { deferred } = painter();
  if (deferred) {
    const run = {
      deferred,
      makeBrief: checkedBrief,
      keep: storeResult,
      patience: deadline,
      collectOnly,
    };
    return withEngineStatus("pictures", () => runPrediction(jobId, run));
  }
  if (collectOnly) return false;
  const paint = (brief: PaintBrief, attempt: { attemptId: string }, onUsage: OnUsage) =>
    withHeartbeat(jobId, (gone) =>
      withDeadline(
        deadline,
        (signal) => painter().paint({ ...brief, ...attempt, signal, onUsage }),
        gone,
      ),
    );
  if (painter().demo) {
    // The demo studio is free: it draws a lost picture again.
    const wanted = await checkedBrief();
    const attempt = await beginAttempt(jobId);
    if (!attempt) return false;
    return storeResult(
      await withUsage({ jobId }, "pictures", (onUsage) => paint(wanted, attempt, onUsage)),
    );
  }
  return runProviderCall(jobId, async () => {
    const wanted = await checkedBrief();
    return {
      billed: painter().billed?.(wanted.model) ?? { provider: "openai", model: painter().name },
      make: (attempt, onUsage) =>
        withEngineStatus("pictures", () => paint(wanted, attempt, onUsage)),
      keep: storeResult,
    };
  });
}

const descriptionsOf = ({ figures, location }: PaintBrief): string[] =>
  [...figures, ...(location ? [location] : [])].map(({ description }) => description);

const vendors = { demo: "demo studio", openai: "OpenAI", replicate: "Replicate" };

/** Provider and model, as content credentials name the maker of a picture. */
function agentOf(painted: PaintedImage): string {
  const { demo, billed } = painter();
  if (demo) return `${brand.name} demo studio`;
  const provider = billed?.("")?.provider;
  return [provider && vendors[provider], modelOf(painted)].filter(Boolean).join(": ");
}

const modelOf = (painted: PaintedImage): string => painted.model ?? painter().name;

async function storePainted(painted: PaintedImage, changedFrom?: string): Promise<StoredPicture> {
  const from = {
    origin: painter().demo ? "drawn" : "model",
    agent: agentOf(painted),
    madeBy: modelOf(painted),
    ...(changedFrom && { changedFrom }),
  } as const;
  try {
    return await storeWithRetry(() => storePicture(painted.bytes, from));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "invalid_image") throw error;
    throw new AppError(
      "invalid_image",
      "The picture that came back could not be used. Please try again.",
      { cause: error.details.cause },
    );
  }
}

/**
 * The portraits that a request carries, by the sheet's id; at most as many as the painter takes.
 */
export async function loadPortraits(
  sheets: ReferenceSheet[],
  max: number,
): Promise<Map<string, { bytes: Uint8Array; mediaType: string }>> {
  const painted = sheets.filter(({ primaryMediaId }) => primaryMediaId !== null).slice(0, max);
  const loaded = await Promise.all(
    painted.map(async ({ id, primaryMediaId }) => {
      const picture = primaryMediaId ? await loadPicture(primaryMediaId) : null;
      return picture ? ([id, picture] as const) : null;
    }),
  );
  return new Map(loaded.filter((entry) => entry !== null));
}

/** Whether the painter takes portraits as references; otherwise no job waits for them. */
export const takesReferences = (): boolean =>
  imageModels.some((model) => painter().maxReferences(model) > 0);

/** Milliseconds after which a panel stops waiting for face detection. */
const faceDetectionDeadline = 10_000;

/**
 * Detects faces in a panel's picture, if a vision provider is configured. Bubbles can be placed
 * without faces, so an error is only logged.
 */
async function detectFaces(
  jobId: string,
  painted: PaintedImage,
  makeBrief: () => Promise<Pick<PaintRequest, "kind" | "figures">>,
): Promise<PaintedImage["faces"]> {
  const detector = vision();
  if (!detector) return [];
  try {
    const { kind, figures: people } = await makeBrief();
    if (kind !== "panel" || people.length === 0) return [];
    return await withUsage({ jobId }, "vision", (onUsage) =>
      withDeadline(faceDetectionDeadline, (signal) =>
        detector.detectFaces({ picture: painted.bytes, people, signal, onUsage }),
      ),
    );
  } catch (error) {
    log.warn({ jobId, err: error }, "face detection failed");
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

/**
 * A character or location in the painter's form; the seed keeps it the same from picture to
 * picture.
 */
export const toFigure = (sheet: Sheet, portrait?: PaintedFigure["portrait"]): PaintedFigure => ({
  id: sheet.seed,
  name: sheet.name,
  description: truncateText(`${sheet.imagePrompt} ${sheet.description}`, 2000),
  ...(portrait ? { portrait } : {}),
});

/**
 * The sheets whose portraits a request should carry: characters in the order of the frame, then the
 * location, as many as the painter takes.
 */
export function selectReferences(
  { characterIds, locationId }: { characterIds: string[]; locationId: string | null },
  max: number,
): { characterIds: string[]; locationIds: string[] } {
  const first = characterIds.slice(0, max);
  return {
    characterIds: first,
    locationIds: locationId && first.length < max ? [locationId] : [],
  };
}

/** Adds the shot size as the last line of a prompt. */
export const withShot = (prompt: string, shot: string | null): string =>
  shot ? `${prompt}\nShot: ${shot}.` : prompt;

const initialDelayMs = 500;
const maxDelayMs = 8_000;

/**
 * Stores or records what a provider sent. It is paid for, so a storage or database outage is
 * retried; an invalid picture or video is not.
 */
export async function storeWithRetry<T>(store: () => Promise<T>): Promise<T> {
  for (let wait = initialDelayMs; ; wait *= 2) {
    try {
      return await store();
    } catch (error) {
      const isUnusable =
        error instanceof AppError &&
        (error.code === "invalid_image" || error.code === "video_failed");
      if (isUnusable || wait > maxDelayMs) throw error;
      await pause(wait);
    }
  }
}
