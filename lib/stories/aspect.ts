import type { AspectRatio } from "./schema";

/** Width over height, as CSS writes it. */
export const cssAspect: Record<AspectRatio, string> = {
  "3:4": "3 / 4",
  "3:2": "1024 / 683",
  square: "1 / 1",
};

/** Width over height. */
export const aspectOf: Record<AspectRatio, number> = {
  "3:4": 3 / 4,
  "3:2": 1024 / 683,
  square: 1,
};
