import type { Panel } from "./schema";

/** Whether readers see a panel, as `queries.ts` chooses them: it has a picture, a video or words. */
export const isVisibleToReaders = ({ hasImage, videoUrl, textBubbles }: Panel): boolean =>
  hasImage || videoUrl !== null || textBubbles.length > 0;
