import { config, z } from "zod";

/**
 * zod for code that a browser may load. In browsers it must not compile schemas: its test for eval
 * violates the content security policy of private pages.
 */
if (typeof window !== "undefined") config({ jitless: true });

export { z };

/** What is wrong with a value, as a sentence for people; null if it is valid. */
export const findProblem = (schema: z.ZodType, value: unknown): string | null =>
  schema.safeParse(value).error?.issues[0]?.message ?? null;
