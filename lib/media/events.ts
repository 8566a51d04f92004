import { eventType } from "inngest";
import { id } from "@/lib/platform/http/ids";
import type { Send } from "@/lib/platform/jobs/events";
import { z } from "@/lib/platform/zod";

export const pictureStored = eventType("picture/stored", {
  /** `soon`: no other picture is being painted, so the smaller encodings need not wait. */
  schema: z.object({ mediaId: id, soon: z.boolean().optional() }),
});

/** Requests the smaller encodings of a picture. */
export const emitPictureStored = (send: Send, mediaId: string, soon = false) =>
  send({ ...pictureStored.create({ mediaId, soon }), id: `variants:${mediaId}` });
