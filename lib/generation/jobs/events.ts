/** What generation tells its functions. */
import { eventType } from "inngest";
import { z } from "zod";
import { id } from "@/lib/platform/http/ids";

/** Events carry ids alone: the rows are the truth, and a function loads what it needs. */
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
/** A provider says that something ended which a job waits for. */
export const predictionEnded = eventType("prediction/ended", { schema: z.object({ jobId: id }) });

/** Wakes pictures that wait for this portrait. */
export const portraitEndedOf = ({ id: jobId, ownerId }: { id: string; ownerId: string }) => ({
  ...portraitEnded.create({ jobId, ownerId }),
  id: `portrait-ended:${jobId}`,
});
