import { z } from "@/lib/platform/zod";

/** Of a row, counted up with every change; as large as its column. */
export const version = z.int32().positive();

/** Ids are UUIDs: anything else is refused before it reaches the database or a cache. */
export const id = z.uuid("This is not a valid id");
export const isId = (value: string) => id.safeParse(value).success;
