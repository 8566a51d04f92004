import { z } from "@/lib/platform/zod";

/** Version of a row, incremented with each change; limited like its column. */
export const version = z.int32().positive();

/** Ids are UUIDs; other values are refused before they reach the database or a cache. */
export const id = z.uuid("This is not a valid id");
export const isId = (value: string) => id.safeParse(value).success;
