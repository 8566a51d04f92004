import type { EntityKind } from "@/lib/world/schema";

/** Where characters or locations are listed or added: it stays when one of them goes. */
export const findCastElement = (kind: EntityKind) =>
  document.querySelector<HTMLElement>(`[data-cast="${kind}"]`);
