import { expect, it } from "vitest";
import { ownMediaIds } from "@/lib/accounts/export/own-media-queries";
import { findPublicMedia, isOwnedByViewer } from "@/lib/media/media-access-queries";
import { storePicture } from "@/lib/media/service";
import { sweepMedia } from "@/lib/media/sweep-service";
import { mediaUrlOf } from "@/lib/media/urls";
import { db } from "@/lib/platform/db";
import { storage } from "@/lib/platform/storage";
import { deleteReference } from "@/lib/world/references/service";
import { makeAuthor, makeStory, pictureOf } from "../generation/support";

/** A published story whose references are in no panel, portrait or take. */
async function storyWithReferences() {
  const author = await makeAuthor();
  const { id: storyId } = await makeStory(author);
  await db.story.update({
    where: { id: storyId },
    data: { status: "published", publishedAt: new Date() },
  });
  const media = async () => {
    const { id } = await storePicture(await pictureOf(crypto.randomUUID()), { origin: "model" });
    return id;
  };
  const sheet = (name: string) => ({
    storyId,
    name,
    description: `${name} stands here`,
    imagePrompt: `${name} in blue`,
    seed: crypto.randomUUID(),
  });
  const { id: characterId } = await db.character.create({ data: sheet("Mara") });
  const { id: locationId } = await db.location.create({ data: sheet("Pier") });
  const { id: outfitId } = await db.outfit.create({ data: { characterId, name: "raincoat" } });
  const [face, outfit, place, style] = [await media(), await media(), await media(), await media()];
  await db.referencePicture.createMany({
    data: [
      { role: "face", characterId, mediaId: face },
      { role: "outfit", characterId, outfitId, mediaId: outfit },
      { role: "place", locationId, mediaId: place },
    ],
  });
  await db.story.update({ where: { id: storyId }, data: { styleMediaId: style } });
  const ids = [face, outfit, place, style].sort();
  const rows = await db.mediaObject.findMany({ where: { id: { in: ids } } });
  return { author, storyId, ids, urls: rows.map(mediaUrlOf) };
}

const remaining = async (ids: string[]) =>
  (await db.mediaObject.findMany({ where: { id: { in: ids } }, orderBy: { id: "asc" } })).map(
    ({ id }) => id,
  );

it("reference pictures and the style are their author's alone, and are swept with their story", async () => {
  const { author, storyId, ids, urls } = await storyWithReferences();
  const other = await makeAuthor();
  await sweepMedia(0);
  expect(await remaining(ids)).toEqual(ids);
  expect(await ownMediaIds(db, author.viewer.id)).toEqual(expect.arrayContaining(ids));
  for (const url of urls) {
    const file = url.slice("/media/".length);
    expect(await isOwnedByViewer(author.viewer, file)).toBe(true);
    expect(await isOwnedByViewer(other.viewer, file)).toBe(false);
    expect(await findPublicMedia(file)).toBeNull();
  }
  const [first] = await db.referencePicture.findMany({
    include: { media: true },
    where: { mediaId: { in: ids } },
  });
  const { characterId, locationId, media, mediaId } = first ?? {};
  await deleteReference(
    author.viewer,
    characterId ? "character" : "location",
    characterId ?? locationId ?? "",
    first?.id ?? "",
  );
  await sweepMedia(0);
  expect(await remaining(ids)).toEqual(ids.filter((id) => id !== mediaId));
  expect(await storage().get(`${media?.sha256}.${media?.extension}`)).toBeNull();
  await db.story.delete({ where: { id: storyId } });
  await sweepMedia(0);
  expect(await remaining(ids)).toEqual([]);
});
