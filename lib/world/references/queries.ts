import "server-only";
import { painter } from "@/lib/ai";
import { mediaUrlOf } from "@/lib/media/urls";
import { authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { entityRows } from "../entity-rows-queries";
import type { EntityKind } from "../schema";
import { entityAccessError } from "../service";
import type { ReferenceSheet } from "./schema";

const oldestFirst = [{ createdAt: "asc" as const }, { id: "asc" as const }];

/**
 * The pictures and outfits of a character or location, for viewers who may change it.
 * @throws AppError `not_found`, `forbidden`
 */
export async function getReferenceSheet(
  viewer: Viewer,
  kind: EntityKind,
  entityId: string,
): Promise<ReferenceSheet> {
  const where = { id: entityId, story: authoredBy(viewer) };
  if ((await entityRows(db, kind).count({ where })) === 0)
    throw await entityAccessError(kind, entityId);
  const [pictures, outfits] = await Promise.all([
    db.referencePicture.findMany({
      where: { [`${kind}Id`]: entityId },
      orderBy: oldestFirst,
      include: { media: true },
    }),
    kind === "character"
      ? db.outfit.findMany({ where: { characterId: entityId }, orderBy: oldestFirst })
      : [],
  ]);
  return {
    pictures: pictures.map(({ id, role, label, outfitId, media, jobId }) => ({
      _id: id,
      role,
      label,
      outfitId,
      url: mediaUrlOf(media),
      isDrawn: jobId !== null,
    })),
    outfits: outfits.map(({ id, name, description, version }) => ({
      _id: id,
      name,
      description,
      version,
    })),
    takesLora: painter().takesLora ?? false,
  };
}
