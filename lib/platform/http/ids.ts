import { z } from "@/lib/platform/zod";

/** Ids are UUIDs: anything else is refused before it reaches the database or a cache. */
export const id = z.uuid("This is not a valid id");
export const isId = (value: string) => id.safeParse(value).success;
