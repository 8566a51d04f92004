import type { Entity } from "./schema";

/** How long a new one without a picture is shown as being drawn, in milliseconds. */
export const portraitTimeoutMs = 180_000;

/** Whether a character or location is new and its first picture is still to come. */
export const isAwaitingPortrait = (
  entity: Pick<Entity, "createdAt" | "primaryImageUrl">,
  now: number,
): boolean =>
  entity.primaryImageUrl === null && now - new Date(entity.createdAt).getTime() < portraitTimeoutMs;
