import type { Entity, EntityKind } from "./schema";

/** Milliseconds for which a new entity without a picture is shown as being drawn. */
export const portraitTimeoutMs = 180_000;

/** Whether a character or location is new and its first picture is pending. */
export const isAwaitingPortrait = (
  entity: Pick<Entity, "createdAt" | "primaryImageUrl">,
  now: number,
): boolean =>
  entity.primaryImageUrl === null && now - new Date(entity.createdAt).getTime() < portraitTimeoutMs;

/** Why an entity that appears in scenes cannot be deleted. */
export const inUseText = (kind: EntityKind, scenes: number): string =>
  scenes === 1
    ? `This ${kind} appears in a scene and cannot be deleted. Delete that scene first.`
    : `This ${kind} appears in ${scenes} scenes and cannot be deleted. Delete those scenes first.`;

/** By first appearance, then by creation time. */
export const compareByAppearance = (a: Entity, b: Entity): number =>
  a.firstAppearance - b.firstAppearance ||
  a.createdAt.localeCompare(b.createdAt) ||
  a._id.localeCompare(b._id);
