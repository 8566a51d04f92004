import { db } from "@/lib/platform/db";
import { makeStory, type Person } from "../http/harness";

/**
 * A story of an author with a character that has a portrait, an outfit with its picture, and a
 * face. Its panels have no pictures.
 * @param picture makes the rows of the pictures
 */
export async function dressedMara<Picture extends { id: string }>(
  author: Person,
  picture: () => Promise<Picture>,
) {
  const made = await makeStory({ author, pictures: false });
  const { id: characterId } = made.mara;
  const [portrait, face, coat] = await Promise.all([picture(), picture(), picture()]);
  await db.character.update({
    where: { id: characterId },
    data: {
      primaryMediaId: portrait.id,
      loraName: "mara-v2",
      loraWeight: 0.8,
      images: { create: { mediaId: portrait.id } },
      outfits: { create: { name: "Raincoat", description: "Yellow oilskin" } },
      references: { create: { role: "face", label: "laughing", mediaId: face.id } },
    },
  });
  const outfit = await db.outfit.findFirstOrThrow({ where: { characterId } });
  await db.referencePicture.create({
    data: { characterId, outfitId: outfit.id, role: "outfit", mediaId: coat.id },
  });
  return { ...made, portrait, face, coat, outfit };
}
