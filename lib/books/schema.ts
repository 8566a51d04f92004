import { id } from "@/lib/platform/http/ids";
import { z } from "@/lib/platform/zod";
import { bookFormats, bookSizes } from "./formats";

const format = z.enum(bookFormats);
const size = z.enum(bookSizes);

export const bookParams = z.object({ storyId: id, format });
export const bookQuery = z.strictObject({ size: size.optional() });
export const bookBody = z.strictObject({ format, size: size.optional() });

/** A book of a story, made or not. */
export const bookDto = z
  .object({
    format,
    size,
    /** `none`: nobody has asked for it yet as the story is now. */
    state: z.enum(["none", "waiting", "making", "ready", "failed"]),
    /** 0 to 100. */
    progress: z.number().int(),
    /** Null until it is there. */
    bytes: z.number().int().nullable(),
    /** 0 until it is there, and where it has none. */
    pages: z.number().int(),
    fileName: z.string(),
    /** For people: why it failed, or what whoever has it printed should know. */
    message: z.string().nullable(),
  })
  .meta({ id: "Book" });
export type BookState = z.infer<typeof bookDto>;

export const bookList = z.object({ books: z.array(bookDto) });

/** An archive that is about to be sent. */
export const archiveTicketBody = z.strictObject({
  size: z.int().positive().max(1e12),
});

/** Why an archive is not taken: the browser and the server say the same. */
export const archiveRefusals = {
  tooLarge: "This file is too large to be imported. At most 95 MB are accepted.",
} as const;

export const importedStory = z.object({ storyId: id, title: z.string(), scenes: z.number().int() });
