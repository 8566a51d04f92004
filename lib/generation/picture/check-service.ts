/** Asks a vision model whether a panel's picture shows what its contract wants. */
import "server-only";
import { cropFace } from "@/lib/ai/pictures";
import type { QuestionRequest } from "@/lib/ai/vision";
import type { TakeCheck } from "@/lib/media/schema";
import { loadPicture } from "@/lib/media/service";
import { authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, type Prisma, type Tx } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { toAppError } from "@/lib/platform/http/respond";
import type { Send } from "@/lib/platform/jobs/events";
import { openJobStatus, transact } from "@/lib/platform/jobs/outbox-service";
import { log } from "@/lib/platform/log";
import { castOf } from "@/lib/scenes/panels/cast-queries";
import { contractFor } from "@/lib/scenes/panels/contract";
import { outfitsIn } from "@/lib/scenes/panels/outfit-queries";
import { characterNamed } from "@/lib/scenes/panels/outfits";
import {
  checkProblemOf,
  checkResultOf,
  type FailedCheck,
  faceQuestion,
  type PictureCheck,
  pictureCheckResult,
  questionsOf,
  repairPrompt,
  summaryOf,
} from "@/lib/scenes/panels/picture-check";
import { facesSchema } from "@/lib/scenes/panels/script";
import { panelAccessError } from "@/lib/scenes/queries";
import { lockBudget, withBudget } from "@/lib/spending/budget-service";
import { costOfCheck, maxFacePairs } from "@/lib/spending/estimates";
import { zeroAmount } from "@/lib/spending/money";
import { withUsage } from "@/lib/spending/service";
import { trustedVision } from "@/lib/vision/trial-service";
import { lockScene } from "../jobs/completion-service";
import { isPermanent, withDeadline } from "../jobs/job-service";
import { type CheckPictureInput, mediaJobInput } from "../schema";
import { createJob } from "./create-job-service";
import { factsOf, loadSheets, lookOf } from "./picture-facts-queries";
import { findProvenance } from "./picture-jobs-queries";

const takeWithPanel = {
  panel: { include: { scene: { include: { story: true } } } },
} satisfies Prisma.TakeInclude;
type CheckedTake = Prisma.TakeGetPayload<{ include: typeof takeWithPanel }>;

const ofCheckedStory = {
  kind: "image",
  panel: { scene: { story: { pictureCheck: { not: "off" } } } },
} as const satisfies Prisma.TakeWhereInput;

/** Milliseconds for all answers about a picture; a host may end an author's request after 90 s. */
const checkDeadline = 90_000;
const waitDeadline = 75_000;

/** Attempts at one check; each may cost money. */
const maxAttempts = 3;

/**
 * Checks the published picture of a job, if its story wants that, and requests the repair of a
 * panel's picture. Idempotent: answers are kept, and a picture is repaired once.
 * @param failures failed attempts at this step; after the last one the take says why it is unchecked
 * @throws AppError if another attempt may help
 */
export async function checkPicture(jobId: string, failures = 0): Promise<void> {
  const checked = await findChecked({ jobId, ...ofCheckedStory });
  if (!checked) return;
  const { take, job, input } = checked;
  if (job.kind !== "panel_image" && !input.likePanel && !input.repairOf) return;
  const check =
    pictureCheckResult.safeParse(take.check).data ??
    (await runCheck(checked).catch(async (error: unknown) => {
      if (failures + 1 < maxAttempts && !isPermanent(error)) throw error;
      log.warn({ jobId, err: error }, "a picture could not be checked");
      const failed: FailedCheck = { problem: toAppError(error).message };
      await db.take.updateMany({ where: { id: take.id }, data: { check: { ...failed } } });
      return null;
    }));
  const wantsRepair = take.panel.scene?.story.pictureCheck === "repair";
  if (!check || !wantsRepair || job.kind !== "panel_image") return;
  await transact(async (tx, send) => {
    await lockBudget(tx);
    await createRepair(tx, send, { take, check, generation: job.generation });
  }).catch((error: unknown) => {
    // The author sees what is missing and can request the repair another day.
    if (!(error instanceof AppError) || error.code !== "budget_exceeded") throw error;
  });
}

/**
 * Checks a picture again whose check has failed, while its author waits.
 * @throws AppError `not_found`, `forbidden`, `conflict` for any other picture, `budget_exceeded`, or
 * of the vision model
 */
export async function checkAgain(
  viewer: Viewer,
  { sceneId, panelNumber, takeId }: CheckPictureInput,
): Promise<TakeCheck> {
  const panel = { sceneId, panelNumber, scene: { story: authoredBy(viewer) } };
  if (!(await db.panel.count({ where: panel }))) throw await panelAccessError(viewer, sceneId);
  const checked = await findChecked({ id: takeId, panel });
  if (!checked || !checkProblemOf(checked.take.check))
    throw new AppError(
      "conflict",
      "This picture has no check that failed. Please reload the page.",
    );
  const work = () => runCheck(checked, waitDeadline);
  const summary = summaryOf(await withBudget(viewer.id, costOfCheck() ?? zeroAmount, work));
  if (summary) return summary;
  throw new AppError("ai_unavailable", "No model of this site looks at pictures any more.");
}

async function findChecked(where: Prisma.TakeWhereInput) {
  const take = await db.take.findFirst({ where, include: takeWithPanel });
  const job = take?.jobId ? await db.job.findUnique({ where: { id: take.jobId } }) : null;
  const input = mediaJobInput.safeParse(job?.input).data;
  return take && job && input ? { take, job, input } : null;
}
type Checked = NonNullable<Awaited<ReturnType<typeof findChecked>>>;

/** Whether the published picture of a job may need a check. */
export const wantsCheck = async (jobId: string): Promise<boolean> =>
  (await db.take.count({ where: { jobId, ...ofCheckedStory } })) > 0;

/** Checks a take and keeps the answers; null if there is no model to ask. @throws AppError */
async function runCheck(
  { take, job, input }: Checked,
  deadline = checkDeadline,
): Promise<PictureCheck | null> {
  const model = await trustedVision();
  const picture = model && (await loadPicture(take.mediaId));
  const { scene } = take.panel;
  if (!picture || !scene) return null;
  const { storyId, sceneNumber, story } = scene;
  // The prompt of a repair describes the change alone.
  const prompt = input.repairOf ? take.panel.imagePrompt : take.prompt;
  const characterIds = await castOf(db, storyId, take.panel, prompt);
  const { characters, shot, ...facts } = factsOf(
    lookOf(story),
    await loadSheets(db, storyId),
    { ...take.panel, imagePrompt: prompt, characterIds },
    await outfitsIn(db, { storyId, sceneNumber, panelNumber: take.panel.panelNumber }),
  );
  const contract =
    facts.contract ??
    contractFor({
      imagePrompt: prompt,
      shot,
      characters: characters.map(({ name }) => name),
      location: facts.location?.name ?? null,
    });
  const people = contract.people.map((person) => {
    const known = characterNamed(person.name, characters);
    return known ? { ...person, name: known.name, outfit: known.outfit?.name ?? "" } : person;
  });
  const isPlace = facts.location && characterNamed(contract.place, [facts.location]);
  const place = isPlace?.name ?? contract.place;
  const known = characters.map(({ name, imagePrompt: description }) => ({ name, description }));
  const pairs = await facePairs(take, picture.bytes, characters);
  const questions = questionsOf({ ...contract, people, place }, known);
  const loadProvenance = () => findProvenance(storyId, take.mediaId);
  const answers = await withUsage({ jobId: job.id }, "vision", (onUsage) =>
    withDeadline(deadline, async (signal) => {
      const ask = (about: Pick<QuestionRequest, "picture" | "references" | "questions">) =>
        model.answer({ ...about, loadProvenance, signal, onUsage });
      const all = [{ picture: picture.bytes, references: [], questions }, ...pairs].map(ask);
      return (await Promise.all(all)).flat();
    }),
  );
  const asked = [...questions, ...pairs.flatMap((pair) => pair.questions)];
  const check = checkResultOf(model.name, asked, answers);
  await db.take.updateMany({ where: { id: take.id }, data: { check } });
  return check;
}

/** Crops of the faces whose position is known, each with the portrait of its character. */
async function facePairs(
  take: CheckedTake,
  picture: Uint8Array,
  characters: { name: string; primaryMediaId: string | null }[],
) {
  const faces = facesSchema.parse(take.faces);
  const pairs = await Promise.all(
    characters.map(async ({ name, primaryMediaId }) => {
      const face = faces.find((one) => one.name === name);
      const portrait = face && primaryMediaId ? await loadPicture(primaryMediaId) : null;
      if (!face || !portrait) return [];
      const references = [{ name, bytes: portrait.bytes }];
      const crop = await cropFace(picture, face.box);
      return [{ picture: crop, references, questions: [faceQuestion(name)] }];
    }),
  );
  return pairs.flat().slice(0, maxFacePairs);
}

interface RepairOrder {
  take: CheckedTake;
  check: PictureCheck;
  /** The scene's generation that the check is about. */
  generation: number;
  /** Whether its author requests it, also after a repair that failed or was not shown. */
  isByHand?: boolean;
}

/**
 * Requests an edit of the panel's shown picture that names only what the check found missing; both
 * pictures stay. Call it under `lockBudget`.
 * @returns the id of the job, which an earlier request may have created; null if there is nothing to
 * repair, the scene has been regenerated or the panel shows another picture or a video
 * @throws AppError `budget_exceeded`
 */
async function createRepair(
  tx: Tx,
  send: Send,
  { take, check, generation, isByHand = false }: RepairOrder,
): Promise<string | null> {
  const { panelId, mediaId } = take;
  const prompt = repairPrompt(check);
  const scene = take.panel.sceneId ? await lockScene(tx, take.panel.sceneId) : null;
  if (!prompt || scene?.generation !== generation) return null;
  const before = await tx.job.findFirst({
    where: {
      panelId,
      kind: "image",
      input: { path: ["repairOf"], equals: take.id },
      ...(isByHand && { status: openJobStatus }),
    },
    select: { id: true },
  });
  if (before) return before.id;
  const panel = await tx.panel.findUnique({ where: { id: panelId } });
  // A video takes the picture's place: only its author gives that up.
  if (panel?.imageMediaId !== mediaId || (panel.videoMediaId && !isByHand)) return null;
  const story = await tx.story.findUniqueOrThrow({ where: { id: scene.storyId } });
  return createJob(tx, send, {
    kind: "image",
    ownerId: story.authorId,
    storyId: story.id,
    panelId,
    generation,
    sceneId: scene.id,
    input: { prompt, mediaId, repairOf: take.id, before: panel.videoMediaId },
  });
}

/**
 * Requests, for its author, the repair of a panel's shown picture after its check.
 * @throws AppError `conflict` if there is nothing to repair, `budget_exceeded`
 */
export async function requestRepair(tx: Tx, send: Send, panelId: string): Promise<string> {
  const panel = await tx.panel.findUniqueOrThrow({
    where: { id: panelId },
    include: {
      scene: { select: { generation: true } },
      takes: { where: { kind: "image" }, orderBy: { createdAt: "desc" }, include: takeWithPanel },
    },
  });
  const take = panel.takes.find(({ mediaId, check }) => mediaId === panel.imageMediaId && check);
  const check = pictureCheckResult.safeParse(take?.check).data;
  const generation = panel.scene?.generation ?? 0;
  const jobId =
    take && check && (await createRepair(tx, send, { take, check, generation, isByHand: true }));
  if (jobId) return jobId;
  throw new AppError(
    "conflict",
    "The picture has changed since it was checked, so there is nothing to repair. Please look at it again.",
  );
}
