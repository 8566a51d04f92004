import { eventType } from "inngest";
import { id } from "@/lib/platform/http/ids";
import type { Send } from "@/lib/platform/jobs/events";
import { z } from "@/lib/platform/zod";

export const pictureStored = eventType("picture/stored", {
  /** `soon`: nothing else is being painted beside it, so its smaller encodings need not wait. */
  schema: z.object({ mediaId: id, soon: z.boolean().optional() }),
});

/** Has the smaller encodings of a picture made. */
export const emitPictureStored = (send: Send, mediaId: string, options: { soon?: boolean } = {}) =>
  send({ ...pictureStored.create({ mediaId, ...options }), id: `variants:${mediaId}` });
