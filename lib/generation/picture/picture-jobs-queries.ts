/** Jobs of pictures and videos with what they show, and the briefs for their painter. */
import "server-only";
import { painter } from "@/lib/ai";
import type { PaintedFigure, PaintRequest, PictureProvenance } from "@/lib/ai/painter";
import type { Attempt } from "@/lib/ai/provider";
import { truncateText } from "@/lib/ai/truncate-text";
import { loadPicture } from "@/lib/media/service";
import { db, type Prisma } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { aspectRatioOf } from "@/lib/scenes/aspect";
import { castOf } from "@/lib/scenes/panels/cast-queries";
import { contractLines, contractUnder } from "@/lib/scenes/panels/contract";
import { imageModels } from "@/lib/stories/schema";
import { openJobStatus } from "../jobs/job-service";
import {
  type PaintJobInput,
  paintJobInput,
  paintJobResult,
  pictureSize,
  videoTakeResult,
} from "../schema";
import { briefForSpot } from "./repair";

const subject = {
  story: true,
  scene: { select: { generation: true } },
  panel: { include: { location: true } },
  character: true,
  location: true,
} satisfies Prisma.JobInclude;

type JobWithSubject = Prisma.JobGetPayload<{ include: typeof subject }>;
type Story = NonNullable<JobWithSubject["story"]>;
export type MediaJob = JobWithSubject & { story: Story };

const subjects = {
  panel_image: "panel",
  character_image: "character",
  location_image: "location",
  image: "story",
  video: "story",
} as const;

/** An open job with its subject; null if the job has ended, or its subject is gone. */
export async function findOpenJob(jobId: string): Promise<MediaJob | null> {
  const job = await db.job.findFirst({
    where: { id: jobId, status: openJobStatus },
    include: subject,
  });
  if (!job?.story || job.kind === "scene" || !job[subjects[job.kind]]) return null;
  // A newer generation of the scene replaces the panel's picture; takes do not depend on it.
  if (job.kind === "panel_image" && job.scene?.generation !== job.generation) return null;
  return { ...job, story: job.story };
}

/** What the job has made; null before it is made. */
export function resultOf({ kind, result }: { kind: string; result: Prisma.JsonValue }) {
  return (kind === "video" ? videoTakeResult : paintJobResult).safeParse(result).data ?? null;
}

export type PaintBrief = Omit<PaintRequest, keyof Attempt>;

/** The painter's brief for the picture of a job. */
export function briefOf(job: MediaJob): Promise<PaintBrief> {
  const input = paintJobInput.parse(job.input);
  if (isPortrait(job, input)) return portraitBrief(job, input);
  return isLikePanel(job, input) ? panelBrief(job, input) : freeBrief(job, input);
}

/** Whether the picture is painted from a sheet; an edited portrait is painted from a picture. */
const isPortrait = ({ character, location }: JobWithSubject, { mediaId }: PaintJobInput) =>
  (character !== null || location !== null) && mediaId === undefined;

/** Whether the picture is painted as its panel is: with its characters and location. */
const isLikePanel = ({ kind, panel }: MediaJob, { likePanel }: PaintJobInput) =>
  panel !== null && (kind === "panel_image" || likePanel);

/** With portraits of the panel's characters, in the story's format. */
async function panelBrief(
  { id, story, panel }: MediaJob,
  { prompt }: PaintJobInput,
): Promise<PaintBrief> {
  const cast = panel ? await castOf(db, story.id, panel, prompt) : [];
  const found = await db.character.findMany({ where: { id: { in: cast } } });
  const characters = cast.flatMap((one) => found.find(({ id: known }) => known === one) ?? []);
  const location = panel?.location ?? null;
  const sheets = [...characters, ...(location ? [location] : [])];
  const portraits = await loadPortraits(sheets, maxReferences(story));
  return {
    kind: "panel",
    prompt: paintedPrompt(panel, prompt),
    artStyle: story.artStyle,
    ...pictureSize[aspectRatioOf(story)],
    seed: id,
    figures: characters.map((character) => toFigure(character, portraits.get(character.id))),
    ...(location ? { location: toFigure(location, portraits.get(location.id)) } : {}),
    model: story.imageGenerationModel,
  };
}

/** The prompt, with what the panel's contract says beyond it. */
function paintedPrompt(panel: MediaJob["panel"], prompt: string): string {
  const contract = contractUnder(panel?.contract, prompt);
  const shot = contract?.shot || panel?.shot;
  const lines = contract ? contractLines(contract, prompt) : [];
  return [prompt, ...lines, ...(shot ? [`Shot: ${shot}.`] : [])].join("\n");
}

const portraitSize = {
  character: { width: 768, height: 1024 },
  location: { width: 1024, height: 683 },
};

/** Paints the requested prompt, even if the saved prompt differs. */
async function portraitBrief(
  { story, character, location }: MediaJob,
  { prompt, seed }: PaintJobInput,
): Promise<PaintBrief> {
  const kind = character ? "character" : "location";
  const sheet = character ?? location;
  const figures = sheet ? [toFigure({ ...sheet, imagePrompt: prompt })] : [];
  return {
    kind,
    prompt,
    artStyle: story.artStyle,
    ...portraitSize[kind],
    seed: seed ?? sheet?.seed ?? "",
    figures: character ? figures : [],
    ...(!character && figures[0] ? { location: figures[0] } : {}),
    model: story.imageGenerationModel,
  };
}

/** A picture from words alone, or an edit of the source picture or of a marked part of it. */
async function freeBrief(job: MediaJob, input: PaintJobInput): Promise<PaintBrief> {
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
  return mask ? briefForSpot(brief, mask) : brief;
}

/** The requested size in pixels, or that of the story's panels. */
export function sizeOf({ story }: MediaJob, { width, height }: PaintJobInput) {
  const usual = pictureSize[aspectRatioOf(story)];
  return { width: width ?? usual.width, height: height ?? usual.height };
}

/** @throws AppError `not_found` if the picture has been deleted */
export async function loadSource(mediaId: string): Promise<{ bytes: Uint8Array }> {
  const picture = await loadPicture(mediaId);
  if (picture) return picture;
  throw new AppError("not_found", "The picture to start from is no longer available.");
}

/** Limit of edits of edits that are followed back. */
const maxChanges = 20;

/**
 * Sources and edits of a story's picture, from its jobs. Null for an upload, or if the jobs are
 * deleted.
 */
async function findProvenance(storyId: string, mediaId: string): Promise<PictureProvenance | null> {
  const changes: string[] = [];
  let source = mediaId;
  while (changes.length <= maxChanges) {
    const job = await db.job.findFirst({
      where: { storyId, status: "completed", result: { path: ["mediaId"], equals: source } },
      orderBy: { createdAt: "desc" },
      include: subject,
    });
    const made = paintJobResult.safeParse(job?.result).data;
    if (!job?.story || !made) return null;
    const painted = { ...job, story: job.story };
    const input = paintJobInput.parse(job.input);
    if (isPortrait(job, input) || isLikePanel(painted, input))
      return { ...(await briefOf(painted)), model: made.model, changes };
    if (job.kind !== "image" || !input.mediaId) return null;
    changes.unshift(input.prompt);
    source = input.mediaId;
  }
  return null;
}

interface Sheet {
  id: string;
  seed: string;
  name: string;
  description: string;
  imagePrompt: string;
  /** Of characters alone. */
  loraName?: string;
  loraWeight?: number;
}

/** The seed keeps a character or location the same from picture to picture. */
const toFigure = (sheet: Sheet, portrait?: PaintedFigure["portrait"]): PaintedFigure => ({
  id: sheet.seed,
  name: sheet.name,
  description: truncateText(`${sheet.imagePrompt} ${sheet.description}`, 2000),
  ...(portrait ? { portrait } : {}),
  ...(sheet.loraName ? { lora: { name: sheet.loraName, weight: sheet.loraWeight ?? 1 } } : {}),
});

/**
 * The portraits that a request carries, by the sheet's id; at most as many as the painter takes.
 */
async function loadPortraits(sheets: { id: string; primaryMediaId: string | null }[], max: number) {
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
const takesReferences = (): boolean =>
  imageModels.some((model) => painter().maxReferences(model) > 0);

const maxReferences = (story: { imageGenerationModel: string } | null) =>
  takesReferences() ? painter().maxReferences(story?.imageGenerationModel ?? "") : 0;

/**
 * The sheets whose portraits a request should carry: characters in the order of the frame, then the
 * location, as many as the painter takes.
 */
export function selectReferences(
  { characterIds, locationId }: { characterIds: string[]; locationId: string | null },
  story: { imageGenerationModel: string } | null,
): { characterIds: string[]; locationIds: string[] } {
  const max = maxReferences(story);
  const first = characterIds.slice(0, max);
  return {
    characterIds: first,
    locationIds: locationId && first.length < max ? [locationId] : [],
  };
}

/**
 * Whether portraits that this job's request should carry are still being painted. Painters that
 * take no references never wait.
 */
export async function isAwaitingPortraits(jobId: string): Promise<boolean> {
  await painter().prepare?.();
  const job = takesReferences() ? await findOpenJob(jobId) : null;
  if (!job?.panel || !isLikePanel(job, paintJobInput.parse(job.input))) return false;
  const { characterIds, locationIds } = selectReferences(job.panel, job.story);
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
