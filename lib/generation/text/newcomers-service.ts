/** Those whom a text brings into a story. */
import "server-only";
import type { Tx } from "@/lib/platform/db";
import type { Send } from "@/lib/platform/jobs/events";
import { nameKey } from "@/lib/world/name-key";
import type { EntityKind } from "@/lib/world/schema";
import { requestPortrait } from "../picture/request-portrait-service";
import type { EntitySheet } from "./answers";

/** A story holds so many characters, and so many places; more the writer cannot bring in. */
const maxEntities = 60;

interface Destination {
  ownerId: string;
  storyId: string;
  /** Of the scene that brings them in, where one does. */
  jobId?: string;
  /** Number of the scene that brings them in, 0 where none does. */
  firstAppearance: number;
  withPortraits: boolean;
}

/**
 * Adds those whom the story does not know by name yet, each with a portrait on its way. Writers of
 * one story, such as two scenes or two extractions, take turns until their transactions end, so that
 * nobody comes in twice.
 * @returns the ids of those who are new
 */
export async function addNewcomers(
  tx: Tx,
  send: Send,
  to: Destination,
  kind: EntityKind,
  sheets: EntitySheet[],
): Promise<string[]> {
  if (sheets.length === 0) return [];
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`newcomers:${to.storyId}`}, 0))`;
  const known = new Set((await namedEntities(tx, kind, to.storyId)).keys());
  const added: string[] = [];
  for (const sheet of sheets) {
    const key = nameKey(sheet.name);
    if (known.has(key) || known.size >= maxEntities) continue;
    known.add(key);
    const id = await createEntity(tx, kind, to, sheet);
    if (to.withPortraits) await requestPortrait(tx, send, to, kind, id, sheet.imagePrompt);
    added.push(id);
  }
  return added;
}

/** The ids of a story's characters or places by what their names are compared by. */
export async function namedEntities(
  tx: Tx,
  kind: EntityKind,
  storyId: string,
): Promise<Map<string, string>> {
  const query = { where: { storyId }, select: { id: true, name: true } };
  const rows =
    kind === "character" ? await tx.character.findMany(query) : await tx.location.findMany(query);
  return new Map(rows.map(({ id, name }) => [nameKey(name), id]));
}

async function createEntity(
  tx: Tx,
  kind: EntityKind,
  { storyId, firstAppearance }: Destination,
  sheet: EntitySheet,
): Promise<string> {
  const id = crypto.randomUUID();
  const data = { ...sheet, id, storyId, seed: id, firstAppearance };
  if (kind === "character") await tx.character.create({ data });
  else await tx.location.create({ data });
  return id;
}
