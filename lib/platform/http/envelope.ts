import { z } from "zod";

/** The success envelope around a schema, as the browser reads it. */
export const dataOf = <S extends z.ZodType>(data: S) =>
  z.object({ success: z.literal(true), data, message: z.string().optional() });
