/** The facts of a story for the writer, and the entities that a text adds to it. */
import "server-only";
import { db, lockName, type Prisma, type Tx } from "@/lib/platform/db";
import type { Send } from "@/lib/platform/jobs/events";
import { nameKey } from "@/lib/platform/text/name-key";
import { outfitsIn } from "@/lib/scenes/panels/outfit-queries";
import { panelLines } from "@/lib/scenes/panels/script";
import { entityRows } from "@/lib/world/entity-rows-queries";
import type { EntityKind } from "@/lib/world/schema";
import { createPortraitJob } from "../picture/create-job-service";
import type { EntitySheet, StoryFacts } from "./writer-tasks";

/** Number of earlier scenes in the writer's prompt. */
const maxPreviousScenes = 12;

/**
 * Facts of a story before a scene: enough to render all of its prompts.
 * @param where which story; with its author where a viewer asks
 * @param beforeScene number of the scene that is being written; later ones are left out
 */
export async function loadStoryFacts(
  where: Prisma.StoryWhereInput & { id: string },
  beforeScene = Number.MAX_SAFE_INTEGER,
): Promise<StoryFacts | null> {
  const order = [{ firstAppearance: "asc" as const }, { createdAt: "asc" as const }];
  const sheet = {
    name: true,
    formerNames: true,
    title: true,
    description: true,
    imagePrompt: true,
  };
  const sceneNumber = Math.min(beforeScene, 2 ** 31 - 1);
  const story = await db.story.findFirst({
    where,
    select: {
      title: true,
      description: true,
      artStyle: true,
      tags: { select: { tag: true }, orderBy: { position: "asc" } },
      characters: {
        select: {
          id: true,
          ...sheet,
          outfits: {
            select: { id: true, name: true, description: true },
            orderBy: { createdAt: "asc" },
          },
        },
        orderBy: order,
      },
      locations: { select: sheet, orderBy: order },
      scenes: {
        where: { sceneNumber: { lt: sceneNumber }, title: { not: "" } },
        select: {
          sceneNumber: true,
          title: true,
          description: true,
          panels: { select: { lines: true }, orderBy: { panelNumber: "asc" } },
        },
        orderBy: { sceneNumber: "desc" },
        take: maxPreviousScenes,
      },
    },
  });
  if (!story) return null;
  const worn = await outfitsIn(db, { storyId: where.id, sceneNumber, panelNumber: 0 });
  return {
    ...story,
    characters: story.characters.map(({ id, outfits, ...one }) => {
      const wears = outfits.find((outfit) => outfit.id === worn[id])?.name;
      const clothes = outfits.map(({ name, description }) => ({ name, description }));
      return { ...one, ...(clothes.length > 0 && { outfits: clothes }), ...(wears && { wears }) };
    }),
    tags: story.tags.map(({ tag }) => tag),
    scenes: story.scenes.reverse().map(({ panels, ...scene }) => ({
      ...scene,
      lines: panels.flatMap((panel) => panelLines.parse(panel.lines).map(({ text }) => text)),
    })),
  };
}

/** A story's limit of characters, and of locations; the writer cannot add more. */
const maxEntities = 60;

interface EntityTarget {
  ownerId: string;
  storyId: string;
  /** Job of the scene that adds them, if any. */
  jobId?: string;
  /** Number of the scene that adds them, 0 without one. */
  firstAppearance: number;
  withPortraits: boolean;
}

/**
 * Adds the entities whose names the story does not know yet, each with a job for its portrait.
 * Concurrent calls for one story, such as two scenes or two extractions, run one after the other
 * until their transactions end, so that no entity is added twice.
 * @returns the ids of the new entities
 */
export async function addNewEntities(
  tx: Tx,
  send: Send,
  to: EntityTarget,
  kind: EntityKind,
  sheets: EntitySheet[],
): Promise<string[]> {
  if (sheets.length === 0) return [];
  await lockName(tx, `new-entities:${to.storyId}`);
  const known = await findEntitiesByName(tx, kind, to.storyId);
  const added: string[] = [];
  const room = maxEntities - new Set(known.values()).size;
  for (const sheet of sheets) {
    const key = nameKey(sheet.name);
    if (known.has(key) || added.length >= room) continue;
    const id = crypto.randomUUID();
    const { storyId, firstAppearance } = to;
    const data = { ...sheet, id, storyId, seed: id, firstAppearance };
    await entityRows(tx, kind).create({ data, select: { id: true } });
    known.set(key, id);
    if (to.withPortraits) {
      const input = { prompt: sheet.imagePrompt, before: null };
      await createPortraitJob(tx, send, to, kind, id, input);
    }
    added.push(id);
  }
  return added;
}

/**
 * The ids of a story's characters or locations by normalised name. A former name leads to the
 * renamed entity, unless another one has that name now.
 */
export async function findEntitiesByName(
  tx: Tx,
  kind: EntityKind,
  storyId: string,
): Promise<Map<string, string>> {
  const query = { where: { storyId }, select: { id: true, name: true, formerNames: true } };
  const rows = await entityRows(tx, kind).findMany(query);
  return new Map([
    ...rows.flatMap(({ id, formerNames }) =>
      formerNames.map((name) => [nameKey(name), id] as const),
    ),
    ...rows.map(({ id, name }) => [nameKey(name), id] as const),
  ]);
}
