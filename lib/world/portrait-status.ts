import type { Entity } from "./schema";

/** Milliseconds for which a new entity without a picture is shown as being drawn. */
export const portraitTimeoutMs = 180_000;

/** Whether a character or location is new and its first picture is pending. */
export const isAwaitingPortrait = (
  entity: Pick<Entity, "createdAt" | "primaryImageUrl">,
  now: number,
): boolean =>
  entity.primaryImageUrl === null && now - new Date(entity.createdAt).getTime() < portraitTimeoutMs;
