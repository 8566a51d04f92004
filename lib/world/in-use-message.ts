import type { EntityKind } from "./schema";

/** Why an entity that appears in scenes cannot be deleted. */
export const inUseText = (kind: EntityKind, scenes: number): string =>
  scenes === 1
    ? `This ${kind} appears in a scene and cannot be deleted. Delete that scene first.`
    : `This ${kind} appears in ${scenes} scenes and cannot be deleted. Delete those scenes first.`;
