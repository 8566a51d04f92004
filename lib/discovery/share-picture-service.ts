import "server-only";
import { storeComposed } from "@/lib/media/service";
import { keyOf } from "@/lib/media/urls";
import { pageTag } from "@/lib/pages/cache-tags";
import { ancestorsOf } from "@/lib/pages/lineage-queries";
import { cachedForPages } from "@/lib/platform/cache";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { storage } from "@/lib/platform/storage";
import { isListed } from "@/lib/stories/feed/cover-queries";
import { cachedReadingStory } from "@/lib/stories/page-cache";
import { createDrawings } from "./drawings";
import { drawSharePicture } from "./share-picture";
import { type ShareSubject, shareSubject, shareVersion } from "./share-picture-version";
import { sharePicturePath } from "./urls";

/** The limit is for an address, whichever pictures it asks for; existing pictures do not count. */
export const drawingRateLimit = { name: "share-picture", max: 30, windowSeconds: 60 };

const drawOnce = createDrawings<string>(drawingRateLimit);

/**
 * The object with the share picture of a published story, drawn at the first request; or the URL of
 * its current version.
 * @throws AppError `not_found` for drafts and unknown stories, `rate_limited`
 */
export async function findSharePicture(
  storyId: string,
  version: string,
  address: string,
): Promise<{ key: string; noTraining: boolean } | { movedTo: string }> {
  const story = await cachedReadingStory(storyId);
  // The link to a story for adults shows the site's own picture.
  if (!story || story.rating === "mature") throw notFound("picture");
  const subject = shareSubject(story);
  const current = shareVersion(subject);
  if (version !== current) return { movedTo: sharePicturePath(storyId, current) };
  const key = await cachedForPages(
    ["share-picture", storyId, current],
    [pageTag.story(storyId)],
    () => findOrDraw(storyId, subject, current, address),
  );
  return { key, noTraining: story.noTraining };
}

async function findOrDraw(
  storyId: string,
  subject: ShareSubject,
  version: string,
  address: string,
): Promise<string> {
  const known = await db.sharePicture.findUnique({
    where: { storyId },
    select: { version: true, media: { select: { sha256: true, extension: true } } },
  });
  if (known?.version === version) return keyOf(known.media);
  return drawOnce(`${storyId} ${version}`, `address:${address}`, () =>
    draw(storyId, subject, version),
  );
}

async function draw(storyId: string, subject: ShareSubject, version: string): Promise<string> {
  const objects = await Promise.all(
    subject.pictures.map(async (path, index) => {
      const object = await storage().get(path.slice("/media/".length));
      return object ? [{ ...object, path, title: `Picture ${index + 1}` }] : [];
    }),
  );
  const picture = await drawSharePicture({
    title: subject.title,
    author: subject.author,
    pictures: objects.flat(),
    remixedFrom: await ancestorsOf(storyId),
  });
  const { id, key } = await storeComposed(picture);
  const storedCount = await db.$executeRaw`
    INSERT INTO share_picture (story_id, version, media_id)
    SELECT s.id, ${version}, ${id}::uuid FROM story s
    WHERE s.id = ${storyId}::uuid AND ${isListed("s")}
    ON CONFLICT (story_id) DO UPDATE
      SET version = excluded.version, media_id = excluded.media_id, created_at = now()`;
  // If another request has unpublished or deleted the story, the sweep deletes the object.
  if (storedCount === 0) throw notFound("picture");
  return key;
}
