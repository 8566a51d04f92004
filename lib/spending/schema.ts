import { z } from "@/lib/platform/zod";

/** Millionths of a US dollar: every amount is exact. */
const micros = z.int().min(0);

/** What something may cost. */
const amountDto = z.object({
  micros,
  /** Part of it has a price that nobody knows: it may be more. */
  isUnknown: z.boolean(),
});
export type Amount = z.infer<typeof amountDto>;

/** What was spent. */
export const spentDto = z.object({
  micros,
  calls: z.int().min(0),
  /** Of these the price is unknown; they count nothing in `micros`. */
  unpricedCalls: z.int().min(0),
});
export type Spent = z.infer<typeof spentDto>;

/** What the things cost that an author can ask for in a story, and what it has cost. */
export const storyCostsDto = z.object({
  /** All engines are the demo studio's: nothing costs anything. */
  isFree: z.boolean(),
  /** A scene is `fixed`, with the portraits that are missing, and `perPanel` for each panel. */
  scene: z.object({ fixed: amountDto, perPanel: amountDto }),
  picture: amountDto,
  video: amountDto,
  spent: spentDto,
});
export type StoryCosts = z.infer<typeof storyCostsDto>;
