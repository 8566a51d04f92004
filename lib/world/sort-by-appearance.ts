import type { Entity } from "./schema";

/** By first appearance, then by creation time. */
export const compareByAppearance = (a: Entity, b: Entity): number =>
  a.firstAppearance - b.firstAppearance ||
  a.createdAt.localeCompare(b.createdAt) ||
  a._id.localeCompare(b._id);
