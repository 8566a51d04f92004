import { id } from "@/lib/platform/http/ids";
import { z } from "@/lib/platform/zod";
import { bookFormats, bookSizes } from "./formats";

const format = z.enum(bookFormats);
const size = z.enum(bookSizes);

export const bookParams = z.object({ storyId: id, format });
export const bookQuery = z.strictObject({ size: size.optional() });
export const bookBody = z.strictObject({ format, size: size.optional() });

/** A book of a story, whether or not it has been made. */
export const bookDto = z
  .object({
    format,
    size,
    /** `none`: no request yet for the current state of the story. */
    state: z.enum(["none", "waiting", "making", "ready", "failed"]),
    /** Percent, 0 to 100. */
    progress: z.number().int(),
    /** Null until the book is ready. */
    bytes: z.number().int().nullable(),
    /** 0 until the book is ready, and for formats without pages. */
    pages: z.number().int(),
    fileName: z.string(),
    /** For people: why the book failed, or a warning, such as one about printing. */
    message: z.string().nullable(),
  })
  .meta({ id: "Book" });
export type BookState = z.infer<typeof bookDto>;

export const bookList = z.object({ books: z.array(bookDto) });

/** Size limit of an imported archive, in bytes. */
export const maxArchiveBytes = 95 * 1024 * 1024;

/** Refusal of a larger archive, by the browser and by the server. */
export const archiveTooLargeMessage =
  "This file is too large to be imported. At most 95 MB are accepted.";

/** Announces an upload of an archive. */
export const archiveTicketBody = z.strictObject({
  size: z.int().positive().max(1e12),
});

export const importedStory = z.object({ storyId: id, title: z.string(), scenes: z.number().int() });
