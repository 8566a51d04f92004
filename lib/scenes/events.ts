import { eventType } from "inngest";
import type { Send } from "@/lib/platform/jobs/events";
import { z } from "@/lib/platform/zod";

/** Work of a generation of a scene ends when `scene/abandoned` names it by this key. */
export const cancelKeyOf = (sceneId: string, generation: number) => `${sceneId}:${generation}`;

/** A scene was deleted or is being made anew. */
export const sceneAbandoned = eventType("scene/abandoned", {
  schema: z.object({ cancelKey: z.string().max(100) }),
});

/** Tells the work of a generation to stop. */
export function abandonScene(send: Send, sceneId: string, generation: number): void {
  const cancelKey = cancelKeyOf(sceneId, generation);
  send({ ...sceneAbandoned.create({ cancelKey }), id: `abandoned:${cancelKey}` });
}
