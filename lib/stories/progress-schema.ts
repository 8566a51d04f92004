import { hasMinLength } from "@/lib/platform/weighted-length";
import { z } from "@/lib/platform/zod";

const timestamp = "Send modified as a date and time, as in 2026-11-26T08:00:00Z";
const fraction = "Send progression as a number from 0 to 1";

/** A reader's progress in a story, as devices exchange it (OPDS Progression 1.0). */
export const progressionBody = z.object({
  title: z.string().max(200).optional(),
  // PostgreSQL does not support the year 0.
  modified: z.iso
    .datetime({ offset: true, error: timestamp })
    .max(40, timestamp)
    .refine((time) => new Date(time).getTime() > 0, timestamp),
  device: z.object({
    id: z
      .string("Send device.id as a URI")
      .max(200)
      .regex(/^[A-Za-z][A-Za-z0-9+.-]*:\S+$/, "Send device.id as a URI"),
    name: z.string("Send device.name").trim().refine(hasMinLength(1), "Send device.name").max(100),
  }),
  progression: z.number(fraction).min(0, fraction).max(1, fraction),
  references: z.array(z.string().max(500)).max(20).optional(),
});
export type Progression = z.infer<typeof progressionBody>;

/**
 * Progress that the reading page reports: the fraction, and the number of the scene, unless it is
 * the end.
 */
export const readingPositionBody = z.strictObject({
  progression: z.number(fraction).min(0, fraction).max(1, fraction),
  scene: z.number().int().min(1).max(100_000).optional(),
});
export type ReadingPosition = z.infer<typeof readingPositionBody>;

export const progressDto = z.object({
  /** From 0 to 1; null for readers who have not begun. */
  progression: z.number().nullable(),
});
