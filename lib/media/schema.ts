import { referenceRoles } from "@/lib/ai/painter";
import { id } from "@/lib/platform/http/ids";
import { requiredText } from "@/lib/platform/text/required-text";
import { hasMinLength } from "@/lib/platform/text/weighted-length";
import { z } from "@/lib/platform/zod";

const foreignUrlMessage = "Please use a picture from this site: upload it first";

/** Address of a stored object; content-addressed, so its bytes never change. */
export const mediaUrl = z
  .string(foreignUrlMessage)
  .regex(/^\/media\/[0-9a-f]{64}\.[a-z0-9]{2,8}$/, foreignUrlMessage);

/** Characters of an image prompt. */
export const maxImagePromptLength = 1000;

/** Describes a change of a picture; any text that is not blank. */
export const changePrompt = requiredText("Image prompt is required").max(
  maxImagePromptLength,
  "Image prompt must be less than 1000 characters",
);

/** Describes a whole picture. */
export const imagePrompt = changePrompt.refine(
  hasMinLength(10),
  "Image prompt must be at least 10 characters",
);

/** One encoding of a picture. */
export const mediaVariant = z.object({
  key: z.string(),
  mediaType: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  bytes: z.number().int().positive(),
});
export type MediaVariant = z.infer<typeof mediaVariant>;

/** The fields that a page needs to show a picture without layout shift, and no more. */
export const imageDto = z.object({
  imageUrl: z.string().nullable(),
  /** `srcset` of the smaller encodings; empty if there are none. */
  srcSet: z.string(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  /** ThumbHash in base64. */
  placeholder: z.string().nullable(),
});
export type ImageDto = z.infer<typeof imageDto>;

const sentReference = z.object({
  role: z.enum(referenceRoles),
  name: z.string().max(100),
  label: z.string().max(120),
  characterId: id.optional(),
  locationId: id.optional(),
  panelId: id.optional(),
});

/** The inputs of a take, as stored in its row and its job. */
export const madeWith = z.object({
  /** The pictures of the request, in their order. */
  references: z.array(sentReference.extend({ mediaId: id })).max(32),
  /** Fingerprints of the facts that the picture depends on: `basisOf` of `lib/generation`. */
  basis: z.record(z.string().max(100), z.string().max(50)),
  /** A sentence for the author about a part of the request that was not possible. */
  note: z.string().max(1000).optional(),
});
export type MadeWith = z.infer<typeof madeWith>;

/** The result of the check of a take. */
export const takeCheck = z.object({
  model: z.string(),
  asked: z.int(),
  unknown: z.int(),
  misses: z.array(z.object({ text: z.string(), reason: z.string() })),
});
export type TakeCheck = z.infer<typeof takeCheck>;

/** A take of a panel. */
export const mediaItem = z.object({
  _id: id,
  url: z.string(),
  type: z.enum(["image", "video"]),
  prompt: z.string(),
  model: z.string(),
  source: z.enum(["generated", "edited", "uploaded", "remixed"]),
  originalImageUrl: z.string().nullable(),
  timestamp: z.iso.datetime(),
  /** Null for uploads and videos. */
  madeWith: z
    .object({
      /** The address is null where the picture is deleted. */
      references: z.array(sentReference.extend({ url: z.string().nullable() })),
      note: z.string().nullable(),
    })
    .nullable(),
  /** Absent if it was not checked. */
  check: takeCheck.optional(),
  /** The reason for a failed check, as a sentence. */
  checkProblem: z.string().optional(),
});
export type MediaItem = z.infer<typeof mediaItem>;

export const uploadReply = z.object({ imageUrl: z.string(), originalName: z.string() });

/** Announces an upload. */
export const uploadTicketBody = z.strictObject({
  size: z.int().positive().max(1e12),
  mediaType: z.string().max(40),
});

/** A presigned upload to the store; null means a normal upload to the server. */
export const uploadTicket = z.object({
  direct: z
    .object({ key: z.string(), url: z.string(), headers: z.record(z.string(), z.string()) })
    .nullable(),
});
export type UploadTicket = z.infer<typeof uploadTicket>;

/** A file that has been uploaded to the store. */
export const directUploadBody = z.strictObject({
  key: z.string().max(200),
  originalName: z.string().max(1000),
});

export const maxUploadBytes = 10 * 1024 * 1024;
export const uploadTypes = ["image/jpeg", "image/jpg", "image/png", "image/gif", "image/webp"];

const foreignFormats: [RegExp, string][] = [
  [/avif$/i, "AVIF"],
  [/hei[cf](-sequence)?$/i, "HEIC"],
  [/tiff?$/i, "TIFF"],
  [/jxl$/i, "JPEG XL"],
  [/bmp$/i, "BMP"],
];

/** Name of the unsupported format of a picture, by media type or file name; null if unknown. */
export const foreignFormatOf = (typeOrName: string): string | null =>
  foreignFormats.find(([ending]) => ending.test(typeOrName))?.[1] ?? null;

/** Refusals in the words of the specification, shared by browser and server. */
export const uploadErrors = {
  missing: "No file selected",
  /** @param format the name of a format that a camera, phone or program may have made */
  type: (format: string | null = null) =>
    `Invalid file type. Please select a JPEG, PNG, GIF, or WebP image.${
      format
        ? ` This file is ${format}: open it in a photo app, save or export it as JPEG, and choose that.`
        : ""
    }`,
  tooLarge: (bytes: number) => {
    // Rounded up, so that a file just above the limit does not show the limit itself.
    const megabytes = (Math.ceil((bytes / 1024 / 1024) * 10) / 10).toFixed(1);
    return `File too large (${megabytes} MB). Maximum size is 10MB.`;
  },
};
