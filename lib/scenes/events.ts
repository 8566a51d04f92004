import { eventType } from "inngest";
import type { Send } from "@/lib/platform/jobs/events";
import { z } from "@/lib/platform/zod";

/** Identifies a generation of a scene: its jobs end when `scene/abandoned` carries this key. */
export const cancelKeyOf = (sceneId: string, generation: number) => `${sceneId}:${generation}`;

/** A scene was deleted or is being regenerated. */
export const sceneAbandoned = eventType("scene/abandoned", {
  schema: z.object({ cancelKey: z.string().max(100) }),
});

/** The event that stops the jobs of a generation. */
export function abandonScene(send: Send, sceneId: string, generation: number): void {
  const cancelKey = cancelKeyOf(sceneId, generation);
  send({ ...sceneAbandoned.create({ cancelKey }), id: `abandoned:${cancelKey}` });
}
