import "server-only";
import { mediaJson } from "@/lib/media/media-queries";
import { type MediaItem, madeWith } from "@/lib/media/schema";
import { type MediaFacts, maybeMediaUrl, mediaUrlOf, toImage } from "@/lib/media/urls";
import { accessDeniedError, authoredBy, mayEdit } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { rowMapperFor } from "@/lib/platform/map-rows";
import { textBubbles } from "./bubbles/schema";
import { panelContract } from "./panels/contract";
import { checkProblemOf, summaryOf } from "./panels/picture-check";
import { facesSchema } from "./panels/script";
import { type Panel, type Scene, sceneLayout } from "./schema";

/** A panel in the database's JSON. */
export interface PanelRow {
  id: string;
  panelNumber: number;
  status: Panel["status"];
  shot: string;
  imagePrompt: string;
  altText: string;
  contract: unknown;
  check: unknown;
  videoPrompt: string;
  errorMessage: string | null;
  isContentFlag: boolean;
  textBubbles: unknown;
  version: number;
  faces: unknown;
  image: MediaFacts | null;
  video: MediaFacts | null;
}

/** A scene in the database's JSON. */
export interface SceneRow {
  id: string;
  storyId: string;
  sceneNumber: number;
  title: string;
  description: string;
  prompt: string;
  status: Scene["status"];
  layout: string | null;
  errorMessage: string | null;
  version: number;
  updatedAt: string;
  likeCount: number;
  isLiked: boolean;
  panels: PanelRow[];
}

/** @param isEditor SQL: whether the viewer may change the story */
const panelObject = (isEditor: Prisma.Sql) => Prisma.sql`json_build_object(
  'id', p.id, 'panelNumber', p.panel_number, 'status', p.status, 'shot', p.shot,
  'imagePrompt', p.image_prompt, 'altText', p.alt_text, 'contract', CASE WHEN ${isEditor} THEN p.contract END,
  'check', CASE WHEN ${isEditor} THEN (SELECT k."check" FROM take k
    WHERE k.panel_id = p.id AND k.media_id = p.image_media_id AND k."check" IS NOT NULL
    ORDER BY k.created_at DESC LIMIT 1) END,
  'videoPrompt', p.video_prompt,
  'errorMessage', p.error_message, 'isContentFlag', p.is_content_flag,
  'textBubbles', p.text_bubbles, 'version', p.version, 'faces', p.faces,
  'image', ${mediaJson("pi")}, 'video', ${mediaJson("pv")})`;

const panelTables = Prisma.sql`panel p
  LEFT JOIN media_object pi ON pi.id = p.image_media_id
  LEFT JOIN media_object pv ON pv.id = p.video_media_id`;

/** SQL: readers see `panel p`, because it has a picture, a video or words. */
export const panelVisibleToReaders = Prisma.sql`(p.image_media_id IS NOT NULL OR p.video_media_id IS NOT NULL
  OR jsonb_array_length(p.text_bubbles) > 0)`;

/** SQL of whether the viewer may change `story s`: its author and the administrator may. */
const mayChange = (viewer: Viewer | null) => Prisma.sql`(
  ${viewer?.isAdministrator ?? false} OR s.author_id = ${viewer?.id ?? null}::uuid)`;

/** SQL of a scene with its panels and the viewer's like, from `scene c` of `story s`. */
const sceneObject = (viewer: Viewer | null) => Prisma.sql`json_build_object(
  'id', c.id, 'storyId', c.story_id, 'sceneNumber', c.scene_number, 'title', c.title,
  'description', c.description, 'prompt', c.prompt, 'status', c.status,
  'layout', c.layout, 'errorMessage', c.error_message, 'version', c.version, 'updatedAt', c.updated_at,
  'likeCount', coalesce((SELECT like_count FROM scene_stat WHERE scene_id = c.id), 0),
  'isLiked', EXISTS (
    SELECT 1 FROM scene_like l WHERE l.scene_id = c.id AND l.user_id = ${viewer?.id ?? null}::uuid),
  'panels', coalesce((
    SELECT json_agg(${panelObject(mayChange(viewer))} ORDER BY p.panel_number)
    FROM ${panelTables} WHERE p.scene_id = c.id AND (${mayChange(viewer)} OR ${panelVisibleToReaders})
  ), '[]'::json))`;

/** SQL: readers see `scene c`, because it is complete or has a picture. */
export const sceneVisibleToReaders = Prisma.sql`(c.status = 'completed'
  OR EXISTS (SELECT 1 FROM panel x WHERE x.scene_id = c.id AND x.image_media_id IS NOT NULL))`;

/** Numbers of the first and the last requested scene. */
export interface SceneRange {
  from: number;
  to: number;
}

/** SQL of the scenes of `story s` in reading order, for the story's one query. */
export const scenesOfStory = (viewer: Viewer | null, range?: SceneRange) => {
  const conditions = range
    ? Prisma.sql`AND c.scene_number BETWEEN ${range.from} AND ${range.to}`
    : Prisma.empty;
  return Prisma.sql`coalesce((
    SELECT json_agg(${sceneObject(viewer)} ORDER BY c.scene_number) FROM scene c
    WHERE c.story_id = s.id ${conditions} AND (${mayChange(viewer)} OR ${sceneVisibleToReaders})
  ), '[]'::json)`;
};

const panelCounts = (storyId: Prisma.Sql) => Prisma.sql`
  SELECT c.scene_number AS number, count(*)::int AS panels
  FROM scene c JOIN panel p ON p.scene_id = c.id
  WHERE c.story_id = ${storyId} AND ${sceneVisibleToReaders} AND ${panelVisibleToReaders}
  GROUP BY c.id ORDER BY c.scene_number`;

/** The number of public panels of each scene; scenes without any are left out. */
export const countPanels = (storyId: string): Promise<{ number: number; panels: number }[]> =>
  db.$queryRaw`${panelCounts(Prisma.sql`${storyId}::uuid`)}`;

/** SQL of the same numbers for `story s`, as JSON. */
export const panelCountsOfStory = Prisma.sql`coalesce((SELECT json_agg(n)
  FROM (${panelCounts(Prisma.sql`s.id`)}) n), '[]'::json)`;

/**
 * @param isEditor whether the viewer may change the story: only editors see why a picture is
 * missing
 */
function toPanel(row: PanelRow, isEditor: boolean): Panel {
  const faces = facesSchema.parse(row.faces);
  const misses = summaryOf(row.check)?.misses ?? [];
  const contract = isEditor ? panelContract.safeParse(row.contract).data : undefined;
  return {
    _id: row.id,
    panelNumber: row.panelNumber,
    status: row.status,
    shot: row.shot,
    ...toImage(row.image),
    hasImage: row.image !== null,
    imagePrompt: row.imagePrompt,
    altText: row.altText,
    ...(contract && { contract }),
    ...(misses.length > 0 && { misses: misses.map(({ text }) => text) }),
    checkProblem: checkProblemOf(row.check),
    videoUrl: maybeMediaUrl(row.video),
    videoPrompt: row.videoPrompt,
    imageGenerationError:
      isEditor && row.errorMessage
        ? { message: row.errorMessage, isContentFlag: row.isContentFlag }
        : null,
    textBubbles: textBubbles.parse(row.textBubbles),
    version: row.version,
    ...(faces.length > 0 && { faces: faces.map(({ box }) => box) }),
  };
}

/** @param isEditor whether the viewer may change the story: only editors see prompts */
export function toScene(row: SceneRow, isEditor: boolean): Scene {
  return {
    _id: row.id,
    storyId: row.storyId,
    sceneNumber: row.sceneNumber,
    title: row.title,
    description: row.description,
    ...(isEditor ? { prompt: row.prompt } : {}),
    status: row.status,
    layout: sceneLayout.nullable().parse(row.layout),
    errorMessage: isEditor ? row.errorMessage : null,
    panels: rowMapperFor(isEditor)(row.panels, (panel) => toPanel(panel, isEditor)),
    likeStats: { likeCount: row.likeCount, isLikedByUser: row.isLiked },
    version: row.version,
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

/** @throws AppError `not_found`, also for scenes of another person's draft */
export async function getScene(
  viewer: Viewer | null,
  sceneId: string,
  client: Tx = db,
): Promise<Scene> {
  const [row] = await client.$queryRaw<{ scene: SceneRow; authorId: string }[]>`
    SELECT ${sceneObject(viewer)} AS scene, s.author_id AS "authorId"
    FROM scene c JOIN story s ON s.id = c.story_id
    WHERE c.id = ${sceneId}::uuid AND (s.status = 'published' OR ${mayChange(viewer)})`;
  if (!row) throw notFound("scene");
  return toScene(row.scene, mayEdit(viewer, row.authorId));
}

/** A panel by its scene and number, for editors; the caller checks access. */
export async function findPanel(
  sceneId: string,
  panelNumber: number,
  client: Tx = db,
): Promise<Panel | null> {
  const [row] = await client.$queryRaw<{ panel: PanelRow }[]>`
    SELECT ${panelObject(Prisma.sql`true`)} AS panel FROM ${panelTables}
    WHERE p.scene_id = ${sceneId}::uuid AND p.panel_number = ${panelNumber}`;
  return row ? toPanel(row.panel, true) : null;
}

/** The error for a refused write on a scene or panel, depending on whether its story is public. */
export async function sceneAccessError(sceneId: string, subject: "scene" | "panel" = "scene") {
  const scene = await db.scene.findUnique({
    where: { id: sceneId },
    select: { story: { select: { status: true } } },
  });
  return accessDeniedError(scene?.story.status === "published", subject);
}

/**
 * All takes of a panel, newest first; for viewers who may change the story.
 * @throws AppError `not_found`, `forbidden`
 */
export async function listTakes(
  viewer: Viewer,
  sceneId: string,
  panelNumber: number,
): Promise<MediaItem[]> {
  const panel = await db.panel.findFirst({
    where: { sceneId, panelNumber, scene: { story: authoredBy(viewer) } },
    select: { id: true },
  });
  if (!panel) throw await panelAccessError(viewer, sceneId);
  const takes = await db.take.findMany({
    where: { panelId: panel.id },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    include: { media: true, originalMedia: true },
  });
  const made = takes.map((take) => madeWith.safeParse(take.madeWith).data);
  const sent = await db.mediaObject.findMany({
    where: { id: { in: made.flatMap((one) => one?.references ?? []).map((one) => one.mediaId) } },
    select: { id: true, sha256: true, extension: true },
  });
  const urls = new Map(sent.map((media) => [media.id, mediaUrlOf(media)]));
  return takes.map((take, at) => ({
    _id: take.id,
    url: mediaUrlOf(take.media),
    type: take.kind,
    prompt: take.prompt,
    model: take.model,
    source: take.source,
    originalImageUrl: maybeMediaUrl(take.originalMedia),
    timestamp: take.createdAt.toISOString(),
    madeWith: made[at]
      ? {
          references: made[at].references.map(({ mediaId, ...one }) => ({
            ...one,
            url: urls.get(mediaId) ?? null,
          })),
          note: made[at].note ?? null,
        }
      : null,
    check: summaryOf(take.check),
    checkProblem: checkProblemOf(take.check),
  }));
}

/** A missing panel is `not_found` for editors; other viewers get `forbidden`. */
export async function panelAccessError(viewer: Viewer, sceneId: string) {
  const scene = await db.scene.findUnique({
    where: { id: sceneId },
    select: { story: { select: { status: true, authorId: true } } },
  });
  const isOwn = scene !== null && mayEdit(viewer, scene.story.authorId);
  return isOwn
    ? notFound("panel")
    : accessDeniedError(scene?.story.status === "published", "panel");
}
