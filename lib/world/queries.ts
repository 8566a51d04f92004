import "server-only";
import { mediaJson } from "@/lib/media/media-queries";
import { type MediaFacts, maybeMediaUrl, mediaUrlOf } from "@/lib/media/urls";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, Prisma } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { mapReadableRows } from "@/lib/platform/map-rows";
import { entityTables } from "./entity-rows-queries";
import { formatLora } from "./lora";
import type { Entity, EntityKind } from "./schema";

/** A character or location in the database's JSON. */
export interface EntityRow {
  id: string;
  storyId: string;
  name: string;
  title: string;
  description: string;
  imagePrompt: string;
  firstAppearance: number;
  sceneCount: number;
  version: number;
  createdAt: string;
  loraName?: string;
  loraWeight?: number;
  primary: MediaFacts | null;
  images: MediaFacts[];
}

const loraOf = {
  character: Prisma.sql`'loraName', e.lora_name, 'loraWeight', e.lora_weight,`,
  location: Prisma.empty,
} as const satisfies Record<EntityKind, Prisma.Sql>;

/** SQL of a character or location with its pictures, newest first, from table alias `e`. */
const entityObject = (kind: EntityKind) => Prisma.sql`json_build_object(
  'id', e.id, 'storyId', e.story_id, 'name', e.name, 'title', e.title,
  'description', e.description, 'imagePrompt', e.image_prompt,
  'firstAppearance', e.first_appearance,
  'sceneCount', (SELECT count(*)::int FROM ${entityTables[kind].uses} u WHERE u.${entityTables[kind].owner} = e.id),
  'version', e.version, 'createdAt', e.created_at, ${loraOf[kind]}
  'primary', (SELECT ${mediaJson("ep")} FROM media_object ep WHERE ep.id = e.primary_media_id),
  'images', coalesce((
    SELECT json_agg(${mediaJson("em")} ORDER BY i.created_at DESC, i.id DESC)
    FROM ${entityTables[kind].images} i JOIN media_object em ON em.id = i.media_id
    WHERE i.${entityTables[kind].owner} = e.id), '[]'::json))`;

/** SQL of all characters or locations of `story s`, in the order of their first appearance. */
export const entitiesOfStory = (kind: EntityKind) => Prisma.sql`coalesce((
  SELECT json_agg(${entityObject(kind)} ORDER BY e.first_appearance, e.created_at, e.id)
  FROM ${entityTables[kind].rows} e WHERE e.story_id = s.id), '[]'::json)`;

export function toEntity(row: EntityRow): Entity {
  const primary = maybeMediaUrl(row.primary);
  const urls = row.images.map(mediaUrlOf);
  return {
    _id: row.id,
    storyId: row.storyId,
    name: row.name,
    title: row.title,
    description: row.description,
    imagePrompt: row.imagePrompt,
    primaryImageUrl: primary,
    lora: formatLora({ loraName: row.loraName ?? "", loraWeight: row.loraWeight ?? 1 }),
    imageUrls: [...new Set(primary && !urls.includes(primary) ? [primary, ...urls] : urls)],
    firstAppearance: row.firstAppearance,
    sceneCount: row.sceneCount,
    version: row.version,
    createdAt: new Date(row.createdAt).toISOString(),
  };
}

/**
 * The characters or locations of a story that the viewer may see.
 * @throws AppError `not_found`
 */
export async function listEntities(
  viewer: Viewer | null,
  kind: EntityKind,
  storyId: string,
): Promise<Entity[]> {
  const [row] = await db.$queryRaw<{ entities: EntityRow[] }[]>`
    SELECT ${entitiesOfStory(kind)} AS entities FROM story s
    WHERE s.id = ${storyId}::uuid AND (s.status = 'published'
      OR ${viewer?.isAdministrator ?? false} OR s.author_id = ${viewer?.id ?? null}::uuid)`;
  if (!row) throw notFound("story");
  return mapReadableRows(row.entities, toEntity);
}

/** One character or location; the caller checks access. */
export async function findEntity(kind: EntityKind, entityId: string): Promise<Entity | null> {
  const [row] = await db.$queryRaw<{ entity: EntityRow }[]>`
    SELECT ${entityObject(kind)} AS entity FROM ${entityTables[kind].rows} e
    WHERE e.id = ${entityId}::uuid`;
  return row ? toEntity(row.entity) : null;
}

/** As `findEntity`. @throws AppError `not_found` */
export async function getEntity(kind: EntityKind, entityId: string): Promise<Entity> {
  const entity = await findEntity(kind, entityId);
  if (!entity) throw notFound(kind);
  return entity;
}
