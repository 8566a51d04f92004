import { eventType } from "inngest";
import { z } from "zod";
import { id } from "../http/ids";

/**
 * Events carry ids alone: the rows are the truth, and a function loads what it needs. `cancelKey` is
 * `<sceneId>:<generation>`; work of a generation ends when `scene/abandoned` names it.
 */
const work = z.object({ jobId: id, ownerId: id });
const sceneWork = work.extend({ cancelKey: z.string() });

export const sceneRequested = eventType("scene/requested", { schema: sceneWork });
export const panelReady = eventType("panel/ready", { schema: sceneWork });
export const portraitRequested = eventType("portrait/requested", { schema: work });
/** A portrait is there, or will not come: pictures of this author may wait for it. */
export const portraitEnded = eventType("portrait/ended", { schema: work });
/** A picture that is kept without being shown: of a panel, or of a story alone. */
export const pictureRequested = eventType("picture/requested", { schema: work });
export const videoRequested = eventType("video/requested", { schema: work });
export const pictureStored = eventType("picture/stored", {
  /** `soon`: nothing else is being painted beside it, so its smaller encodings need not wait. */
  schema: z.object({ mediaId: id, soon: z.boolean().optional() }),
});
/** A provider says that something ended which a job waits for. */
export const predictionEnded = eventType("prediction/ended", { schema: z.object({ jobId: id }) });
/** A scene was deleted or is being made anew. */
export const sceneAbandoned = eventType("scene/abandoned", {
  schema: z.object({ cancelKey: z.string() }),
});
/** What a job was for is deleted, with the job. */
export const jobAbandoned = eventType("job/abandoned", { schema: z.object({ jobId: id }) });

export const cancelKeyOf = (sceneId: string, generation: number) => `${sceneId}:${generation}`;

/** An event on its way; receivers drop a second one with the same id. */
export interface OutgoingEvent {
  id: string;
  name: string;
  data: Record<string, unknown>;
}
