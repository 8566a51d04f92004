import { env } from "@/lib/platform/env";

/**
 * How many runs may start in a minute, so that all authors together stay below what a provider
 * allows one key. Each function is counted for itself, so the painter's rate is divided; what a
 * provider still refuses is tried again when it says.
 */
const { WRITER_CALLS_PER_MINUTE: writer, PAINTER_CALLS_PER_MINUTE: painter } = env();
const share = (calls: number, part: number) =>
  ({ limit: Math.max(1, Math.floor(calls * part)), period: "1m" }) as const;

export const throttles = {
  scenes: share(writer, 1),
  panels: share(painter, 0.5),
  portraits: share(painter, 0.2),
  pictures: share(painter, 0.2),
  videos: share(painter, 0.1),
};
