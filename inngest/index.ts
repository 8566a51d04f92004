import { animatePicture } from "./functions/animate-picture";
import { dropPredictions } from "./functions/drop-predictions";
import { paintPanel } from "./functions/paint-panel";
import { paintPicture } from "./functions/paint-picture";
import { paintPortrait } from "./functions/paint-portrait";
import { prepareVariants } from "./functions/prepare-variants";
import { pruneExpired } from "./functions/prune-expired";
import { reapLostJobs } from "./functions/reap-lost-jobs";
import { refreshPopularity } from "./functions/refresh-popularity";
import { sendOutbox } from "./functions/send-outbox";
import { sweepMedia } from "./functions/sweep-media";
import { writeScene } from "./functions/write-scene";

/** Every durable function of the product. */
export const functions = [
  writeScene,
  paintPanel,
  paintPortrait,
  paintPicture,
  animatePicture,
  prepareVariants,
  reapLostJobs,
  dropPredictions,
  sendOutbox,
  pruneExpired,
  sweepMedia,
  refreshPopularity,
];
