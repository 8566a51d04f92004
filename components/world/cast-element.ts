import type { EntityKind } from "@/lib/world/schema";

/** The list or button of characters or locations, which stays when an entity is deleted. */
export const findCastElement = (kind: EntityKind) =>
  document.querySelector<HTMLElement>(`[data-cast="${kind}"]`);
