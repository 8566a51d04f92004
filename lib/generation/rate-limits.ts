import type { RateRule } from "@/lib/platform/rate-limit";

/** Short texts that one author may ask for in a minute, all kinds together. */
export const textLimit: RateRule = { name: "texts", max: 30, windowSeconds: 60 };

/** Extractions of characters and places: each may bring fourteen portraits along. */
export const extractionLimit: RateRule = { name: "extract-entities", max: 6, windowSeconds: 60 };

/** Everything that the writer is asked for while somebody waits: what an hour may cost. */
export const hourlyTextLimit: RateRule = { name: "texts-hour", max: 300, windowSeconds: 3600 };

/** Single pictures that one author may ask for in a minute, all kinds together. */
export const pictureLimit: RateRule = { name: "pictures", max: 30, windowSeconds: 60 };

/** Videos take longer and cost more. */
export const videoLimit: RateRule = { name: "videos", max: 10, windowSeconds: 60 };
