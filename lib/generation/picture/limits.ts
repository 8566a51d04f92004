import type { RateRule } from "@/lib/platform/limits";

/** Single pictures that one author may ask for in a minute, all kinds together. */
export const pictureLimit: RateRule = { name: "pictures", max: 30, windowSeconds: 60 };

/** Videos take longer and cost more. */
export const videoLimit: RateRule = { name: "videos", max: 10, windowSeconds: 60 };
