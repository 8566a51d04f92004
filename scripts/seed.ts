import { seed } from "../prisma/seed.ts";

/** Adds the demo content; the launcher runs it once, on a database without users. */
export const main = (): Promise<unknown> => Promise.resolve(seed());
