/** Loads jobs of pictures and videos with their subjects, and writes the painter's briefs. */
import "server-only";
import { painter } from "@/lib/ai";
import type { PictureProvenance, Reference } from "@/lib/ai/painter";
import { type MadeWith, madeWith } from "@/lib/media/schema";
import { loadPicture } from "@/lib/media/service";
import { db, type Prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { openJobStatus } from "@/lib/platform/jobs/outbox-service";
import { aspectRatioOf } from "@/lib/scenes/aspect";
import { castOf } from "@/lib/scenes/panels/cast-queries";
import { paintedPrompt } from "@/lib/scenes/panels/contract";
import { outfitsIn } from "@/lib/scenes/panels/outfit-queries";
import { type MediaJobInput, mediaJobInput, mediaJobResult, pictureSize } from "../schema";
import { basisOf } from "./picture-facts";
import { factsOf, loadSheets, lookOf, panelReferencesOf } from "./picture-facts-queries";
import { type PlannedReference, planReferences } from "./reference-plan";
import { briefForSpot } from "./repair";
import { type PaintBrief, portraitBrief, referenceBrief, toFigure } from "./sheet-briefs";

const subject = {
  story: true,
  scene: { select: { generation: true, sceneNumber: true } },
  panel: true,
  character: true,
  location: true,
} satisfies Prisma.JobInclude;

type JobWithSubject = Prisma.JobGetPayload<{ include: typeof subject }>;
type Story = NonNullable<JobWithSubject["story"]>;
export type MediaJob = JobWithSubject & { story: Story };

/** An open job with its subject; null if the job has ended or is deleted, as with its subject. */
export async function findOpenJob(jobId: string): Promise<MediaJob | null> {
  const job = await db.job.findFirst({
    where: { id: jobId, status: openJobStatus },
    include: subject,
  });
  if (!job?.story || job.kind === "scene") return null;
  // A newer generation of the scene replaces the panel's picture; takes do not depend on it.
  if (job.kind === "panel_image" && job.scene?.generation !== job.generation) return null;
  return { ...job, story: job.story };
}

/** The painter's brief for a picture, and what its take records about its making, if anything. */
interface PicturePlan {
  brief: PaintBrief;
  madeWith: MadeWith | null;
}

export async function planOf(job: MediaJob): Promise<PicturePlan> {
  const input = mediaJobInput.parse(job.input);
  if (input.reference) return planReference(job, input);
  if (isPortrait(job, input)) return { brief: portraitBrief(job, input), madeWith: null };
  return isLikePanel(job, input) ? planPanel(job, input.prompt) : planFree(job, input);
}

/** Whether the picture is painted from a sheet; an edited portrait is painted from a picture. */
const isPortrait = ({ character, location }: JobWithSubject, { mediaId }: MediaJobInput) =>
  (character !== null || location !== null) && mediaId === undefined;

/** Whether the picture is painted as its panel is: with its characters and location. */
const isLikePanel = ({ kind, panel }: MediaJob, { likePanel }: MediaJobInput) =>
  panel !== null && (kind === "panel_image" || likePanel);

/** In the story's format, with the references that the painter takes. */
async function planPanel(
  { id, story, scene, panel }: MediaJob,
  prompt: string,
): Promise<PicturePlan> {
  if (!panel || !scene) throw new AppError("not_found", "The panel is no longer there.");
  const characterIds = await castOf(db, story.id, panel, prompt);
  const place = { ...panel, storyId: story.id, sceneNumber: scene.sceneNumber };
  const sheets = await loadSheets(
    db,
    story.id,
    [...characterIds, panel.locationId].filter((one) => one !== null),
  );
  const drawn = { ...panel, imagePrompt: prompt, characterIds };
  const facts = factsOf(lookOf(story), sheets, drawn, await outfitsIn(db, place));
  const { panels, missing } = await panelReferencesOf(db, place, prompt, story.continuesPanels);
  const max = painter().maxReferences(story.imageGenerationModel);
  const references = await loadReferences(planReferences(facts, panels, max));
  const { characters, location } = facts;
  return {
    brief: {
      kind: "panel",
      prompt: paintedPrompt(panel, prompt),
      artStyle: story.artStyle,
      ...pictureSize[aspectRatioOf(story)],
      seed: id,
      figures: characters.map(toFigure),
      ...(location ? { location: toFigure(location) } : {}),
      references,
      model: story.imageGenerationModel,
    },
    madeWith: {
      references: references.map(({ bytes: _, ...one }) => one),
      basis: basisOf(facts),
      ...(missing.length > 0 && { note: missingNote(missing) }),
    },
  };
}

const missingNote = (panels: string[]) =>
  `${sentenceCase(panels.join(" and "))} ${panels.length > 1 ? "have" : "has"} no picture yet, so this one was drawn without it.`;
const sentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Pictures whose file is lost are left out. */
async function loadReferences(planned: PlannedReference[]): Promise<Reference[]> {
  const loaded = await Promise.all(
    planned.map(async (one) => {
      const picture = await loadPicture(one.mediaId);
      return picture ? [{ ...one, bytes: picture.bytes }] : [];
    }),
  );
  return loaded.flat();
}

/** A reference picture of a sheet. */
async function planReference(job: MediaJob, input: MediaJobInput): Promise<PicturePlan> {
  const { outfitId } = input.reference ?? {};
  const outfit = outfitId ? await db.outfit.findUnique({ where: { id: outfitId } }) : null;
  const { bytes } = await loadSource(input.mediaId ?? "");
  return { brief: referenceBrief(job, input, bytes, outfit), madeWith: null };
}

/**
 * A picture from words alone, or an edit of a source picture or of a marked part of it. An edit
 * depends on everything that its source depends on.
 */
async function planFree(job: MediaJob, input: MediaJobInput): Promise<PicturePlan> {
  const { id, story } = job;
  const { prompt, mediaId, mask } = input;
  const brief: PaintBrief = {
    kind: "free",
    prompt,
    artStyle: story.artStyle,
    ...sizeOf(job, input),
    seed: id,
    figures: [],
    ...(mediaId && {
      initialImage: {
        ...(await loadSource(mediaId)),
        loadProvenance: () => findProvenance(story.id, mediaId),
      },
    }),
    model: story.imageGenerationModel,
  };
  const source = mediaId && job.panelId ? { mediaId, panelId: job.panelId } : null;
  const take = source && (await db.take.findFirst({ where: source, select: { madeWith: true } }));
  const before = madeWith.safeParse(take?.madeWith).data;
  // A repair restores a figure's looks, so it carries references. The source takes one place.
  const panel = input.repairOf && job.panel ? await planPanel(job, job.panel.imagePrompt) : null;
  const max = painter().maxReferences(story.imageGenerationModel) - 1;
  const references = panel?.brief.references?.filter(({ role }) => role !== "panel").slice(0, max);
  const spot = mask ? await briefForSpot(brief, mask) : brief;
  const sent = references?.map(({ bytes: _, ...one }) => one) ?? [];
  return {
    brief: references ? { ...spot, references } : spot,
    madeWith: before ? { references: sent, basis: before.basis } : null,
  };
}

/** The requested size in pixels, or that of the story's panels. */
export function sizeOf({ story }: MediaJob, { width, height }: Partial<MediaJobInput>) {
  const usual = pictureSize[aspectRatioOf(story)];
  return { width: width ?? usual.width, height: height ?? usual.height };
}

/** @throws AppError `not_found` if the picture has been deleted */
export async function loadSource(mediaId: string): Promise<{ bytes: Uint8Array }> {
  const picture = await loadPicture(mediaId);
  if (picture) return picture;
  throw new AppError("not_found", "The picture to start from is no longer available.");
}

/** Most edits of edits that are traced back. */
const maxChanges = 20;

/**
 * How a picture of the story was painted and edited, from its jobs. Null for an upload, or if the
 * jobs are deleted.
 */
export async function findProvenance(
  storyId: string,
  mediaId: string,
): Promise<PictureProvenance | null> {
  const changes: string[] = [];
  let source = mediaId;
  while (changes.length <= maxChanges) {
    const job = await db.job.findFirst({
      where: { storyId, status: "completed", result: { path: ["mediaId"], equals: source } },
      orderBy: { createdAt: "desc" },
      include: subject,
    });
    const made = mediaJobResult.safeParse(job?.result).data;
    if (!job?.story || !made) return null;
    const painted = { ...job, story: job.story };
    const input = mediaJobInput.parse(job.input);
    if (input.reference || isPortrait(job, input) || isLikePanel(painted, input))
      return { ...(await planOf(painted)).brief, model: made.model, changes };
    if (job.kind !== "image" || !input.mediaId) return null;
    changes.unshift(input.prompt);
    source = input.mediaId;
  }
  return null;
}

/**
 * The sheets whose portraits a request should carry: characters in the order of the frame, then the
 * location, as many as the painter takes. None if looks follow from the seed.
 */
export function selectReferences(
  { characterIds, locationId }: { characterIds: string[]; locationId: string | null },
  { imageGenerationModel }: { imageGenerationModel: string },
): { characterIds: string[]; locationIds: string[] } {
  const max = painter().looksFollowSeed ? 0 : painter().maxReferences(imageGenerationModel);
  const first = characterIds.slice(0, max);
  return {
    characterIds: first,
    locationIds: locationId && first.length < max ? [locationId] : [],
  };
}

/** Whether portraits that this job's request should carry are still being painted. */
export async function isAwaitingPortraits(jobId: string): Promise<boolean> {
  await painter().prepare?.();
  const job = painter().looksFollowSeed ? null : await findOpenJob(jobId);
  if (!job?.panel) return false;
  const { panel, story } = job;
  const input = mediaJobInput.parse(job.input);
  if (!isLikePanel(job, input)) return false;
  const cast = await castOf(db, story.id, panel, input.prompt);
  const frame = { ...panel, characterIds: cast };
  const { characterIds, locationIds } = selectReferences(frame, story);
  const pending = await db.job.count({
    where: {
      status: openJobStatus,
      OR: [
        { characterId: { in: characterIds }, character: { primaryMediaId: null } },
        { locationId: { in: locationIds }, location: { primaryMediaId: null } },
      ],
    },
  });
  return pending > 0;
}
