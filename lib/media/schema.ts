import { id } from "@/lib/platform/http/ids";
import { hasMinLength } from "@/lib/platform/weighted-length";
import { z } from "@/lib/platform/zod";

const foreignUrlMessage = "Please use a picture from this site: upload it first";

/** Address of an object of ours: content-addressed, so it never changes its bytes. */
export const mediaUrl = z
  .string(foreignUrlMessage)
  .regex(/^\/media\/[0-9a-f]{64}\.[a-z0-9]{2,8}$/, foreignUrlMessage);

/** Characters of the words that a picture is painted by. */
export const maxImagePromptLength = 1000;

/** Words that a picture is painted or changed by, wherever somebody writes them. */
export const imagePrompt = z
  .string("Image prompt is required")
  .trim()
  .refine(hasMinLength(1), "Image prompt is required")
  .refine(hasMinLength(10), "Image prompt must be at least 10 characters")
  .max(maxImagePromptLength, "Image prompt must be less than 1000 characters");

/** One encoding of a picture. */
export const mediaVariant = z.object({
  key: z.string(),
  mediaType: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  bytes: z.number().int().positive(),
});
export type MediaVariant = z.infer<typeof mediaVariant>;

/** What a page needs to show a picture without a shift: never more than this. */
export const imageDto = z.object({
  imageUrl: z.string().nullable(),
  /** `srcset` of the smaller encodings, empty where there is only one. */
  srcSet: z.string(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** thumbhash in base64. */
  placeholder: z.string().nullable(),
});
export type ImageDto = z.infer<typeof imageDto>;

/** A picture or video that a panel once had. */
export const mediaItem = z.object({
  _id: id,
  url: z.string(),
  type: z.enum(["image", "video"]),
  prompt: z.string(),
  model: z.string(),
  source: z.enum(["generated", "edited", "uploaded", "remixed"]),
  originalImageUrl: z.string().nullable(),
  timestamp: z.iso.datetime(),
});
export type MediaItem = z.infer<typeof mediaItem>;

export const uploadReply = z.object({ imageUrl: z.string(), originalName: z.string() });

/** A file that is about to be uploaded. */
export const uploadTicketBody = z.strictObject({
  size: z.int().positive().max(1e12),
  mediaType: z.string().max(40),
});

/** How to send it straight to the store; null: send it to us. */
export const uploadTicket = z.object({
  direct: z
    .object({ key: z.string(), url: z.string(), headers: z.record(z.string(), z.string()) })
    .nullable(),
});
export type UploadTicket = z.infer<typeof uploadTicket>;

/** A file that lies in the store already. */
export const directUploadBody = z.strictObject({
  key: z.string().max(200),
  originalName: z.string().max(1000),
});

export const maxUploadBytes = 10 * 1024 * 1024;
export const uploadTypes = ["image/jpeg", "image/jpg", "image/png", "image/gif", "image/webp"];

/** Why a file is not taken, in the words of the specification: the browser and the server say the same. */
export const uploadErrors = {
  missing: "No file selected",
  type: "Invalid file type. Please select a JPEG, PNG, GIF, or WebP image.",
  tooLarge: (bytes: number) => {
    // Never rounded down to the limit itself.
    const megabytes = (Math.ceil((bytes / 1024 / 1024) * 10) / 10).toFixed(1);
    return `File too large (${megabytes} MB). Maximum size is 10MB.`;
  },
};
