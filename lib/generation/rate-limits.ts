import type { RateRule } from "@/lib/platform/rate-limit";

/** Short texts that one author may request in a minute, all kinds together. */
export const textLimit: RateRule = { name: "texts", max: 30, windowSeconds: 60 };

/** Extractions of characters and locations; each may start fourteen portraits. */
export const extractionLimit: RateRule = { name: "extract-entities", max: 6, windowSeconds: 60 };

/** All writer calls that an author waits for; limits the cost per hour. */
export const hourlyTextLimit: RateRule = { name: "texts-hour", max: 300, windowSeconds: 3600 };

/** Single pictures that one author may request in a minute, all kinds together. */
export const pictureLimit: RateRule = { name: "pictures", max: 30, windowSeconds: 60 };

/** Videos take longer and cost more. */
export const videoLimit: RateRule = { name: "videos", max: 10, windowSeconds: 60 };
