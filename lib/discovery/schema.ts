import { id } from "@/lib/platform/http/ids";
import { z } from "@/lib/platform/zod";

/** The username that a list is restricted to. */
export const authorFilter = z
  .string()
  .regex(/^[A-Za-z0-9_-]{3,30}$/, "There is no user with this name")
  .optional();

export const feedQuery = z
  .strictObject({
    tag: z.string().trim().min(1).max(50).optional(),
    author: authorFilter,
  })
  .refine(({ tag, author }) => !(tag && author), "A feed is of a tag or of an author");

export const sitemapParams = z.object({ file: z.string().max(40) });
export const sharePictureParams = z.object({
  storyId: id,
  file: z.string().regex(/^[0-9a-f]{24}\.jpg$/, "This is no picture of a story"),
});

/** Any text: a link to an unknown panel opens the story. */
export const sharedPanelParams = z.object({
  storyId: z.string().max(100),
  place: z.string().max(40),
});
export const panelPictureParams = sharePictureParams.extend({
  place: z.string().regex(/^[1-9]\d{0,4}-[1-9]\d{0,2}$/, "This is no panel of a story"),
});

const pixels = z.coerce
  .number("A size is a whole number of pixels")
  .int("A size is a whole number of pixels")
  .min(1, "A size is at least one pixel")
  .max(100_000, "A size is at most 100000 pixels");

/** The parameters of oEmbed; others are ignored. */
export const oembedQuery = z.object({
  url: z.string("Please say of which address").max(2000),
  format: z.string().max(20).default("json"),
  maxwidth: pixels.optional(),
  maxheight: pixels.optional(),
});
export type OembedQuery = z.infer<typeof oembedQuery>;

/** Any text: an invalid id gets the same page as an unknown story. */
export const embedParams = z.object({ storyId: z.string().max(100) });
/** The number of a scene; an invalid one means an unknown scene. */
export const embedQuery = z.object({ scene: z.string().max(100).optional() });
export const fontParams = z.object({ family: z.string().max(60), file: z.string().max(120) });
