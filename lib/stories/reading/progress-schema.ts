import { id } from "@/lib/platform/http/ids";
import { requiredText } from "@/lib/platform/text/required-text";
import { z } from "@/lib/platform/zod";
import { maxDeviceReadings } from "../limits";

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
    name: requiredText("Send device.name").max(100),
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
  progression: progressionBody.shape.progression,
  scene: z.number().int().min(1).max(100_000).optional(),
});
export type ReadingPosition = z.infer<typeof readingPositionBody>;

/** What a visitor has read on a device, told to the account after sign-in. */
export const readingsBody = z.strictObject({
  readings: z
    .array(readingPositionBody.extend({ storyId: id, modified: progressionBody.shape.modified }))
    .max(maxDeviceReadings, `Send at most ${maxDeviceReadings} stories at once`),
});

/** A story that the viewer has begun. */
const readingDto = z.object({
  storyId: id,
  /** From 0 to 1; 1 for a finished story. */
  progression: z.number(),
  modified: z.string(),
  /** What 'Continue reading' shows; null for a story that is not in this row. */
  card: z
    .object({
      title: z.string(),
      /** Address of a small picture. */
      cover: z.string().nullable(),
      /** The place of the scene among the story's scenes, from 1. */
      place: z.number().int(),
      scenes: z.number().int(),
      /** The panel to continue at. */
      position: z.object({ scene: z.number().int(), panel: z.number().int() }),
    })
    .nullable(),
});
export type Reading = z.infer<typeof readingDto>;

/** The viewer's readings, the latest first. */
export const readingsDto = z.array(readingDto);

export const progressDto = z.object({
  /** From 0 to 1; null for readers who have not begun. */
  progression: z.number().nullable(),
});
