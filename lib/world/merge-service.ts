/** Merges two characters or locations of a story that are the same. */
import "server-only";
import { revalidateStory } from "@/lib/pages/expiry-service";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, lockName, Prisma, retryOnLockConflict, type Tx } from "@/lib/platform/db";
import { AppError, fieldError, notFound } from "@/lib/platform/errors";
import { openJobStatus } from "@/lib/platform/jobs/outbox-service";
import { formerNamesAfter, nameKey } from "@/lib/platform/text/name-key";
import { entityRows, entityTables } from "./entity-rows-queries";
import { getEntity } from "./queries";
import type { Entity, EntityKind } from "./schema";
import { entityAccessError } from "./service";

interface Subject {
  id: string;
  storyId: string;
  name: string;
  formerNames: string[];
  title: string;
  firstAppearance: number;
  primaryMediaId: string | null;
  libraryId: string | null;
  libraryVersion: number;
  libraryBase: Prisma.InputJsonValue;
}

/**
 * Merges a character or location into another one of the same story, which keeps its words and
 * portrait. Scenes, panels, speakers of bubbles, outfits, pictures and jobs of both become its own.
 * @throws AppError `not_found`, `forbidden`, `validation_failed`, `scene_busy` while a job of the
 * story is open
 */
export async function mergeEntities(
  viewer: Viewer,
  kind: EntityKind,
  entityId: string,
  into: string,
): Promise<Entity> {
  const work = async (tx: Tx) => {
    const story = await lockStoryOf(tx, viewer, kind, entityId);
    if (!story) throw await entityAccessError(kind, entityId);
    await requireNoWork(tx, story.id);
    await lockName(tx, `new-entities:${story.id}`);
    const subjects = await tx.$queryRaw<Subject[]>`
      SELECT id, story_id AS "storyId", name, former_names AS "formerNames", title,
        first_appearance AS "firstAppearance", primary_media_id AS "primaryMediaId",
        library_id AS "libraryId", library_version AS "libraryVersion", library_base AS "libraryBase"
      FROM ${entityTables[kind].rows} WHERE story_id = ${story.id}::uuid ORDER BY id FOR UPDATE`;
    const from = subjects.find(({ id }) => id === entityId);
    const target = subjects.find(({ id }) => id === into);
    if (!from) throw notFound(kind);
    if (!target || target.id === from.id) {
      throw fieldError("into", `Please choose another ${kind} of this story.`);
    }
    if (kind === "character") await mergeCharacterParts(tx, from, target, subjects);
    else await moveLocationParts(tx, from, target);
    await moveRows(tx, kind, from, target);
    await keepFacts(tx, kind, from, target);
    return story;
  };
  const story = await retryOnLockConflict(() => db.$transaction(work, { timeout: 30_000 }));
  await revalidateStory(story);
  return getEntity(kind, into);
}

/** The story and its scenes, locked so that no panel changes meanwhile. */
async function lockStoryOf(tx: Tx, viewer: Viewer, kind: EntityKind, entityId: string) {
  const [story] = await tx.$queryRaw<{ id: string; status: string; username: string }[]>`
    SELECT s.id, s.status::text AS status, u.username::text AS username
    FROM ${entityTables[kind].rows} e JOIN story s ON s.id = e.story_id
    JOIN user_account u ON u.id = s.author_id
    WHERE e.id = ${entityId}::uuid
      AND (${viewer.isAdministrator} OR s.author_id = ${viewer.id}::uuid)
    FOR NO KEY UPDATE OF s`;
  if (!story) return null;
  await tx.$executeRaw`
    SELECT 1 FROM scene WHERE story_id = ${story.id}::uuid ORDER BY id FOR NO KEY UPDATE`;
  return story;
}

async function requireNoWork(tx: Tx, storyId: string): Promise<void> {
  if ((await tx.job.count({ where: { storyId, status: openJobStatus } })) === 0) return;
  throw new AppError(
    "scene_busy",
    "Something in this story is being made right now. Please merge the two when it is finished.",
  );
}

/** Points rows that refer to the merged entity to the one that stays. */
async function moveRows(tx: Tx, kind: EntityKind, from: Subject, target: Subject) {
  const { images, uses, owner } = entityTables[kind];
  const [before, after] = [Prisma.sql`${from.id}::uuid`, Prisma.sql`${target.id}::uuid`];
  await tx.$executeRaw`
    INSERT INTO ${uses} (scene_id, ${owner}) SELECT scene_id, ${after} FROM ${uses}
    WHERE ${owner} = ${before} ON CONFLICT DO NOTHING`;
  for (const table of [images, Prisma.raw("reference_picture"), Prisma.raw("job")]) {
    await tx.$executeRaw`UPDATE ${table} SET ${owner} = ${after} WHERE ${owner} = ${before}`;
  }
  await renameInJson(tx, from, from.id, target.id);
  await tx.$executeRaw`DELETE FROM ${entityTables[kind].rows} WHERE id = ${before}`;
}

/**
 * Replaces an id in the JSON of jobs, takes and panels. A regenerated scene, for example, takes its
 * cast from the input of its last job.
 */
async function renameInJson(tx: Tx, from: Subject, id: string, now: string) {
  const holders = [
    [Prisma.raw("job"), ["input", "result"], Prisma.sql`story_id = ${from.storyId}::uuid`],
    [Prisma.raw("take"), ["made_with"], Prisma.sql`panel_id IN ${panelsOf(from)}`],
    [Prisma.raw("panel"), ["outfits"], Prisma.sql`id IN ${panelsOf(from)}`],
  ] as const;
  for (const [table, columns, where] of holders)
    for (const column of columns.map((one) => Prisma.raw(one)))
      await tx.$executeRaw`
        UPDATE ${table} SET ${column} = replace(${column}::text, ${id}, ${now})::jsonb
        WHERE ${where} AND ${column}::text LIKE ${`%${id}%`}`;
}

async function moveLocationParts(tx: Tx, from: Subject, target: Subject): Promise<void> {
  await tx.$executeRaw`
    UPDATE panel SET location_id = ${target.id}::uuid, version = version + 1
    WHERE location_id = ${from.id}::uuid`;
}

async function mergeCharacterParts(tx: Tx, from: Subject, target: Subject, all: Subject[]) {
  await mergeOutfits(tx, from, target);
  await movePanels(tx, from, target);
  await renameSpeakers(tx, from, target, all);
}

/** Outfits of the same name become one. */
async function mergeOutfits(tx: Tx, from: Subject, target: Subject): Promise<void> {
  const where = { characterId: { in: [from.id, target.id] } };
  const outfits = await tx.outfit.findMany({ where });
  const kept = outfits.filter(({ characterId }) => characterId === target.id);
  for (const { id, name } of outfits.filter(({ characterId }) => characterId === from.id)) {
    const same = kept.find((one) => nameKey(one.name) === nameKey(name));
    if (!same) {
      await tx.outfit.update({ where: { id }, data: { characterId: target.id } });
      continue;
    }
    await tx.referencePicture.updateMany({
      where: { outfitId: id },
      data: { outfitId: same.id },
    });
    await renameInJson(tx, from, id, same.id);
    await tx.outfit.delete({ where: { id } });
  }
}

/** Panels of the story, including removed ones that can be restored. */
const panelsOf = ({ storyId }: Subject) => Prisma.sql`
  (SELECT p.id FROM scene c JOIN panel p ON p.scene_id = c.id WHERE c.story_id = ${storyId}::uuid
   UNION ALL SELECT p.id FROM scene c JOIN panel p ON p.removed_from_id = c.id
   WHERE c.story_id = ${storyId}::uuid)`;

const isDressed = ({ id }: Subject) => Prisma.sql`jsonb_exists(outfits, ${id})`;

async function movePanels(tx: Tx, from: Subject, target: Subject): Promise<void> {
  await tx.$executeRaw`
    UPDATE panel SET version = version + 1,
      character_ids = CASE WHEN ${target.id}::uuid = ANY(character_ids)
        THEN array_remove(character_ids, ${from.id}::uuid)
        ELSE array_replace(character_ids, ${from.id}::uuid, ${target.id}::uuid) END,
      outfits = (outfits - ${from.id}::text) || CASE
        WHEN ${isDressed(from)} AND NOT ${isDressed(target)}
        THEN jsonb_build_object(${target.id}::text, outfits -> ${from.id}::text) ELSE '{}' END
    WHERE id IN ${panelsOf(from)}
      AND (${from.id}::uuid = ANY(character_ids) OR ${isDressed(from)})`;
}

/** SQL of a list whose items name a person, with the old names replaced. */
const renamed = (list: Prisma.Sql, key: string, names: string[], name: string) => Prisma.sql`
  (SELECT jsonb_agg(CASE WHEN lower(btrim(normalize(x.item ->> ${key}::text, NFKC))) = ANY(${names})
      THEN jsonb_set(x.item, ARRAY[${key}::text], to_jsonb(${name}::text)) ELSE x.item END ORDER BY x.at)
    FROM jsonb_array_elements(${list}) WITH ORDINALITY AS x (item, at))`;

/** Renames speakers and faces, except for names that another character of the story has. */
async function renameSpeakers(tx: Tx, from: Subject, target: Subject, all: Subject[]) {
  const others = all.filter(({ id }) => id !== from.id && id !== target.id);
  const taken = new Set(others.map(({ name }) => nameKey(name)));
  const names = [from.name, ...from.formerNames].map(nameKey).filter((key) => !taken.has(key));
  const lists = [
    ["panel", "lines", "speaker"],
    ["panel", "text_bubbles", "speaker"],
    ["panel", "faces", "name"],
    ["take", "faces", "name"],
  ] as const;
  for (const [table, column, key] of lists) {
    const list = Prisma.raw(column);
    const changed = renamed(list, key, names, target.name);
    const version = table === "panel" ? Prisma.sql`, version = version + 1` : Prisma.empty;
    const panel = Prisma.raw(table === "panel" ? "id" : "panel_id");
    await tx.$executeRaw`
      UPDATE ${Prisma.raw(table)} SET ${list} = ${changed}${version}
      WHERE ${panel} IN ${panelsOf(from)} AND jsonb_typeof(${list}) = 'array'
        AND ${changed} IS DISTINCT FROM ${list} AND jsonb_array_length(${list}) > 0`;
  }
}

/** Keeps facts that only the merged entity had. */
async function keepFacts(tx: Tx, kind: EntityKind, from: Subject, target: Subject): Promise<void> {
  const [one, other] = [from.firstAppearance, target.firstAppearance];
  const formerNames = [from.name, ...from.formerNames].reduceRight(
    (names, name) => formerNamesAfter({ name, formerNames: names }, target.name),
    target.formerNames,
  );
  await entityRows(tx, kind).update({
    where: { id: target.id },
    data: {
      formerNames,
      title: target.title || from.title,
      // 0 is before any scene.
      firstAppearance: one && other ? Math.min(one, other) : one || other,
      primaryMediaId: target.primaryMediaId ?? from.primaryMediaId,
      // A link consists of the entry, its version, and the values of that version.
      ...(target.libraryId === null && {
        libraryId: from.libraryId,
        libraryVersion: from.libraryVersion,
        libraryBase: from.libraryBase ?? {},
      }),
      version: { increment: 1 },
    },
  });
}
