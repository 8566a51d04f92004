import "server-only";
import { Prisma } from "@/lib/platform/db";

/**
 * SQL of an object with the fields of `MediaFacts`, or null where the join found no row. `alias` is
 * the name of the joined table and written by us, never by a visitor.
 */
export const mediaJson = (alias: string): Prisma.Sql =>
  Prisma.raw(
    `CASE WHEN ${alias}.id IS NULL THEN NULL ELSE json_build_object(
      'sha256', ${alias}.sha256, 'extension', ${alias}.extension, 'width', ${alias}.width,
      'height', ${alias}.height, 'placeholder', ${alias}.placeholder, 'variants', ${alias}.variants
    ) END`,
  );
