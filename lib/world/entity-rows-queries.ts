/** Characters and locations are alike, each kind in tables of its own. */
import "server-only";
import { type db, Prisma, type Tx } from "@/lib/platform/db";
import type { EntityKind } from "./schema";

/** The SQL names of a kind's tables, and of the column that refers to it. */
export const entityTables = {
  character: {
    rows: Prisma.raw(`"character"`),
    images: Prisma.raw("character_image"),
    uses: Prisma.raw("scene_character"),
    owner: Prisma.raw("character_id"),
  },
  location: {
    rows: Prisma.raw("location"),
    images: Prisma.raw("location_image"),
    uses: Prisma.raw("scene_location"),
    owner: Prisma.raw("location_id"),
  },
} as const satisfies Record<EntityKind, unknown>;

/** The rows of a kind. Both models have the same columns, so one type serves for both. */
export const entityRows = (tx: Tx | typeof db, kind: EntityKind): Tx["character"] =>
  kind === "character" ? tx.character : (tx.location as unknown as Tx["character"]);
