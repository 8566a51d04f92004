import { z } from "zod";

export const feedQuery = z
  .strictObject({
    tag: z.string().trim().min(1).max(50).optional(),
    author: z
      .string()
      .regex(/^[A-Za-z0-9_-]{3,30}$/, "This is not a name of anybody here")
      .optional(),
  })
  .refine(({ tag, author }) => !(tag && author), "A feed is of a tag or of an author");

export const sitemapParams = z.object({ file: z.string().max(40) });
