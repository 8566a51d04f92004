import { id } from "@/lib/platform/http/ids";
import { z } from "@/lib/platform/zod";
import { authorFilter } from "../schema";
import { type BookType, bookTypes } from "./media-types";
import { shelves } from "./urls";

const page = z.coerce
  .number("A page is a whole number from 1")
  .int("A page is a whole number from 1")
  .min(1, "A page is a whole number from 1")
  .max(10_000, "There are not that many pages")
  .default(1);

/** Apps add parameters of their own to an address: unknown ones are ignored. */
export const listQuery = z.object({
  sort: z.enum(["new", "popular"]).optional(),
  tag: z.string().trim().max(50).optional(),
  author: authorFilter,
  query: z.string().trim().max(200).optional(),
  page,
  cursor: z.string().max(200).optional(),
});

export const shelfParams = z.object({ shelf: z.enum(shelves) });
export const pageNumberQuery = z.object({ page });

export const bookParams = z.object({
  storyId: id,
  format: z.enum(Object.keys(bookTypes) as [BookType, ...BookType[]]),
});

const wholeNumber = "A page is a whole number from 0";
export const pageParams = z.object({
  storyId: id,
  page: z
    .string()
    .regex(/^\d{1,5}$/, wholeNumber)
    .transform(Number),
});
/** Apps without a known width send the template unexpanded, or nothing. */
export const pageQuery = z.object({
  width: z
    .string()
    .max(1000)
    .transform((text) => (/^[1-9]\d*$/.test(text) ? Number(text) : null))
    .optional(),
});
