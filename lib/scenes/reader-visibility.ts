import type { Panel } from "./schema";

/**
 * Whether readers see a panel, by the same rule as `queries.ts`: it has a picture, a video or
 * words.
 */
export const isVisibleToReaders = ({ hasImage, videoUrl, textBubbles }: Panel): boolean =>
  hasImage || videoUrl !== null || textBubbles.length > 0;
