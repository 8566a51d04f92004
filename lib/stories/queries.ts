import "server-only";
import { displayName, type PersonName } from "@/lib/accounts/display-name";
import { mediaJson } from "@/lib/media/media-queries";
import { type MediaFacts, maybeMediaUrl, mediaUrlOf } from "@/lib/media/urls";
import { authoredBy, mayEdit } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, Prisma } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/http/ids";
import { rowMapperFor } from "@/lib/platform/map-rows";
import {
  countPanels,
  type SceneRange,
  type SceneRow,
  scenesOfStory,
  toScene,
} from "@/lib/scenes/queries";
import type { Scene } from "@/lib/scenes/schema";
import { type EntityRow, entitiesOfStory, toEntity } from "@/lib/world/queries";
import { originSentence } from "./ai-disclosure";
import { coverColumns, coverTables, isListed } from "./feed/cover-queries";
import { type CoverRow, toCard } from "./feed/story-rows";
import { type Part, partOf, scenesIn } from "./reading/parts";
import { exportVersion, type Story, type StoryExport } from "./schema";

interface StoryRow extends CoverRow {
  authorId: string;
  coverPanelId: string | null;
  artStyle: string;
  panels: number;
  defaultPanels: number;
  imageGenerationModel: Story["imageGenerationModel"];
  isRemix: boolean;
  originalStoryId: string | null;
  originalStoryDeleted: boolean;
  originalStoryTitle: string | null;
  originalTitle: string | null;
  originalAuthor: PersonName;
  madeByHand: boolean;
  noTraining: boolean;
  oneLetterSize: boolean;
  style: MediaFacts | null;
  continuesPanels: boolean;
  pictureCheck: Story["pictureCheck"];
  paintedBy: string[] | null;
  isLiked: boolean;
  version: number;
  publishedAt: Date | null;
  updatedAt: Date;
  scenes: SceneRow[];
  characters: EntityRow[];
  locations: EntityRow[];
}

/**
 * SQL of whether the viewer may see a row of `story`: published ones and own drafts; all for the
 * administrator.
 */
export const visibleTo = (viewer: Viewer | null, alias: "s" | "o" = "s") => {
  const row = Prisma.raw(alias);
  return Prisma.sql`(${row}.status = 'published' OR ${viewer?.isAdministrator ?? false}
    OR ${row}.author_id = ${viewer?.id ?? null}::uuid)`;
};

/** @returns null for a viewer who may not edit it */
export async function editableTitle(viewer: Viewer, id: string): Promise<string | null> {
  const where = { id, ...authoredBy(viewer) };
  return (await db.story.findFirst({ where, select: { title: true } }))?.title ?? null;
}

/**
 * SQL of the models that made pictures of `story s`; null if no model did, empty if the model is
 * unknown.
 */
export const paintedBy = Prisma.sql`
  (SELECT coalesce(array_agg(DISTINCT m.made_by) FILTER (WHERE m.made_by <> ''), '{}')
   FROM scene c JOIN panel p ON p.scene_id = c.id
   JOIN media_object m ON m.id = p.image_media_id AND m.is_generated
   WHERE c.story_id = s.id HAVING count(*) > 0)`;

const storyColumns = (viewer: Viewer | null, range?: SceneRange) => Prisma.sql`${coverColumns},
  s.author_id AS "authorId", s.cover_panel_id AS "coverPanelId", s.art_style AS "artStyle", s.panels,
  s.default_panels AS "defaultPanels", s.image_generation_model AS "imageGenerationModel",
  s.is_remix AS "isRemix", s.original_story_id AS "originalStoryId",
  s.original_story_deleted AS "originalStoryDeleted",
  s.original_story_title AS "originalStoryTitle", o.title AS "originalTitle",
  json_build_object('username', ou.username, 'firstName', ou.first_name, 'lastName', ou.last_name)
    AS "originalAuthor",
  s.made_by_hand AS "madeByHand", s.no_training AS "noTraining",
  s.one_letter_size AS "oneLetterSize", s.continues_panels AS "continuesPanels",
  s.picture_check AS "pictureCheck",
  (SELECT ${mediaJson("sm")} FROM media_object sm WHERE sm.id = s.style_media_id) AS style,
  ${paintedBy} AS "paintedBy", s.version, s.published_at AS "publishedAt", s.updated_at AS "updatedAt",
  EXISTS (SELECT 1 FROM story_like l
    WHERE l.story_id = s.id AND l.user_id = ${viewer?.id ?? null}::uuid) AS "isLiked",
  ${scenesOfStory(viewer, range)} AS scenes,
  ${entitiesOfStory("character")} AS characters, ${entitiesOfStory("location")} AS locations`;

/**
 * The story in one query, or null if the condition matches none.
 * @param range scenes to read; all by default
 */
async function findStory(
  viewer: Viewer | null,
  condition: Prisma.Sql,
  range?: SceneRange,
): Promise<Story | null> {
  // A remix names its original only to viewers who may open it.
  const [row] = await db.$queryRaw<StoryRow[]>`
    SELECT ${storyColumns(viewer, range)} FROM ${coverTables}
    LEFT JOIN story o ON o.id = s.original_story_id AND ${visibleTo(viewer, "o")}
    LEFT JOIN user_account ou ON ou.id = o.author_id
    WHERE ${condition}`;
  return row ? toStory(row, mayEdit(viewer, row.authorId)) : null;
}

function toStory(row: StoryRow, isEditor: boolean): Story {
  const map = rowMapperFor(isEditor);
  return {
    ...toCard(row),
    coverPanelId: row.coverPanelId,
    artStyle: row.artStyle,
    panels: row.panels,
    defaultPanels: row.defaultPanels,
    imageGenerationModel: row.imageGenerationModel,
    metadata: { totalScenes: row.sceneCount },
    isRemix: row.isRemix,
    originalStoryId:
      row.originalStoryId && row.originalTitle !== null
        ? {
            _id: row.originalStoryId,
            title: row.originalTitle,
            author: displayName(row.originalAuthor),
          }
        : null,
    originalStoryDeleted: row.originalStoryDeleted,
    // An original that is a draft again stays hidden from other viewers.
    originalStoryTitle:
      row.originalStoryDeleted || row.originalTitle !== null ? row.originalStoryTitle : null,
    madeByHand: row.madeByHand,
    noTraining: row.noTraining,
    oneLetterSize: row.oneLetterSize,
    styleImageUrl: isEditor ? maybeMediaUrl(row.style) : null,
    continuesPanels: row.continuesPanels,
    pictureCheck: row.pictureCheck,
    paintedBy: row.paintedBy,
    aiDisclosure: originSentence(row),
    likeStats: { likeCount: row.likeCount, isLikedByUser: row.isLiked },
    scenes: map(row.scenes, (scene) => toScene(scene, isEditor)),
    characters: map(row.characters, toEntity),
    locations: map(row.locations, toEntity),
    version: row.version,
    publishedAt: row.publishedAt?.toISOString() ?? null,
    updatedAt: row.updatedAt.toISOString(),
  };
}

/**
 * A story with all its content, in one query. Another person's draft answers like an unknown id.
 * @throws AppError `not_found`
 */
export async function getStory(viewer: Viewer | null, storyId: string): Promise<Story> {
  const story = await findStory(
    viewer,
    Prisma.sql`s.id = ${storyId}::uuid AND ${visibleTo(viewer)}`,
  );
  if (!story) throw notFound("story");
  return story;
}

/** The whole story for an export. @throws AppError `not_found` */
export async function exportStory(viewer: Viewer | null, storyId: string): Promise<StoryExport> {
  const { likeStats: _, ...story } = await getStory(viewer, storyId);
  return {
    format: "inkwright-story",
    version: exportVersion,
    exportedAt: new Date().toISOString(),
    story,
  };
}

/**
 * A published story as every visitor sees it, or null. For cached pages: no viewer, one query.
 * @param range scenes to read; all of a long story are many megabytes
 */
export async function getReadingStory(storyId: string, range?: SceneRange): Promise<Story | null> {
  if (!isId(storyId)) return null;
  return findStory(null, Prisma.sql`s.id = ${storyId}::uuid AND s.status = 'published'`, range);
}

/** A published story with the scenes of one of its parts; null if there is no such part. */
export async function getReadingPart(
  storyId: string,
  number: number,
): Promise<(Story & { part: Part }) | null> {
  const story = await getReadingStory(storyId, scenesIn(number));
  const part = story && partOf(await countPanels(storyId), number);
  return part && { ...story, part };
}

/** The scenes of a story that the viewer may see. @throws AppError `not_found` */
export async function listScenes(viewer: Viewer | null, storyId: string): Promise<Scene[]> {
  const [row] = await db.$queryRaw<{ scenes: SceneRow[]; authorId: string }[]>`
    SELECT ${scenesOfStory(viewer)} AS scenes, s.author_id AS "authorId"
    FROM story s WHERE s.id = ${storyId}::uuid AND ${visibleTo(viewer)}`;
  if (!row) throw notFound("story");
  const isEditor = mayEdit(viewer, row.authorId);
  return rowMapperFor(isEditor)(row.scenes, (scene) => toScene(scene, isEditor));
}

/** Addresses of random pictures from published stories, for the loading animation. */
export async function getRandomImages(limit: number): Promise<string[]> {
  // From the newest two hundred: a random order of all stories would read the whole table.
  const rows = await db.$queryRaw<{ sha256: string; extension: string }[]>`
    WITH recent AS (
      SELECT s.preview_media_id AS id FROM story s
      WHERE ${isListed("s")} AND s.preview_media_id IS NOT NULL
      ORDER BY s.published_at DESC, s.id DESC LIMIT 200)
    SELECT m.sha256, m.extension
    FROM (SELECT DISTINCT id FROM recent) r JOIN media_object m ON m.id = r.id
    ORDER BY random() LIMIT ${limit}`;
  return rows.map(mediaUrlOf);
}
