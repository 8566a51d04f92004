import "server-only";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { Prisma } from "@/lib/platform/db";

/**
 * Condition on a row of media_object: the viewer uploaded it, alone or after others who sent the
 * same bytes. `alias` is written by us.
 */
export const isUploadOf = (viewer: Pick<Viewer, "id">, alias: string): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 FROM media_upload u
    WHERE u.media_id = ${Prisma.raw(alias)}.id AND u.user_id = ${viewer.id}::uuid)`;

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
