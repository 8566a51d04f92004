import { z } from "@/lib/platform/zod";

/** Millionths of a US dollar: integers keep every amount exact. */
const micros = z.int().min(0);

/** An expected cost. */
const amountDto = z.object({
  micros,
  /** The price of a part is unknown: the cost may be higher. */
  isUnknown: z.boolean(),
  /** Expected work of self-hosted engines, which costs no money; absent if there is none. */
  seconds: z.int().min(0).optional(),
});
export type Amount = z.infer<typeof amountDto>;

/** A spent amount. */
export const spentDto = z.object({
  micros,
  calls: z.int().min(0),
  /** Number of calls of unknown price; they add nothing to `micros`. */
  unpricedCalls: z.int().min(0),
  /** Work of self-hosted engines. */
  seconds: z.int().min(0),
});
export type Spent = z.infer<typeof spentDto>;

/** Prices of everything that an author can request in a story, and its spending so far. */
export const storyCostsDto = z.object({
  /** The demo studio runs all engines: everything is free. */
  isFree: z.boolean(),
  /** A scene costs `fixed`, which includes its missing portraits, and `perPanel` for each panel. */
  scene: z.object({ fixed: amountDto, perPanel: amountDto }),
  /** A portrait, or a change of a picture. */
  picture: amountDto,
  /** A panel drawn again, with its check and the repair that may follow. */
  panel: amountDto,
  /** A panel's further take, with its check. */
  take: amountDto,
  /** The repair of a panel's picture, with its check. */
  repair: amountDto,
  video: amountDto,
  /** The check of a picture; null without a vision model. */
  check: amountDto.nullable(),
  spent: spentDto,
});
export type StoryCosts = z.infer<typeof storyCostsDto>;
