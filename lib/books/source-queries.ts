import "server-only";
import { readableBy } from "@/lib/media/picture-moderation-service";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, escapeLike, type Prisma } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { absoluteUrl } from "@/lib/platform/site";
import { aspectRatioOf } from "@/lib/scenes/aspect";
import { textBubbles } from "@/lib/scenes/bubbles/schema";
import { sceneLayout } from "@/lib/scenes/schema";
import { readingPath } from "@/lib/stories/reading/parts";

const picture = {
  select: {
    sha256: true,
    extension: true,
    mediaType: true,
    width: true,
    height: true,
    isGenerated: true,
    madeBy: true,
  },
} as const;

/**
 * Scenes with a picture, as readers see them; a failed scene or one without pictures is in no book.
 */
const shown = { panels: { some: { imageMediaId: { not: null } } } } as const;

const select = {
  id: true,
  title: true,
  description: true,
  aspectRatio: true,
  rating: true,
  status: true,
  publishedAt: true,
  createdAt: true,
  isRemix: true,
  madeByHand: true,
  oneLetterSize: true,
  originalStoryTitle: true,
  originalStoryDeleted: true,
  author: { select: { id: true, username: true, firstName: true, lastName: true } },
  originalStory: {
    select: {
      id: true,
      title: true,
      status: true,
      author: { select: { username: true, firstName: true, lastName: true } },
    },
  },
  preview: picture,
  tags: { orderBy: { position: "asc" }, select: { tag: true } },
  scenes: {
    where: shown,
    orderBy: { sceneNumber: "asc" },
    select: {
      sceneNumber: true,
      title: true,
      description: true,
      layout: true,
      panels: {
        orderBy: { panelNumber: "asc" },
        select: {
          panelNumber: true,
          altText: true,
          textBubbles: true,
          image: picture,
        },
      },
    },
  },
} as const satisfies Prisma.StorySelect;

/** A story as its readers see it, which is also what its author's books show. */
export type BookSource = Awaited<ReturnType<typeof readSource>>;
export type SourcePanel = BookSource["scenes"][number]["panels"][number];
export type SourcePicture = NonNullable<SourcePanel["image"]>;

const addressOf = (storyId: string) => absoluteUrl(readingPath(storyId));

/**
 * The content of a story's books.
 * @param viewer `maker` skips the access check, for jobs
 * @throws AppError `not_found`
 */
export async function readSource(viewer: Viewer | null | "maker", storyId: string) {
  const row = await db.story.findFirst({
    where: { id: storyId, ...(viewer === "maker" ? {} : readableBy(viewer)) },
    select,
  });
  if (!row) throw notFound("story");
  const { originalStory, ...story } = row;
  return {
    ...story,
    address: addressOf(storyId),
    aspectRatio: aspectRatioOf(row),
    tags: row.tags.map(({ tag }) => tag),
    // A remix names its original only if the original is public.
    original:
      originalStory?.status === "published"
        ? { ...originalStory, address: addressOf(originalStory.id) }
        : null,
    scenes: row.scenes.map(({ layout, panels, ...scene }) => ({
      ...scene,
      layout: sceneLayout.nullable().catch(null).parse(layout),
      panels: panels
        .map((panel) => ({ ...panel, textBubbles: textBubbles.parse(panel.textBubbles) }))
        // As on the reading page, which skips empty panels.
        .filter(({ image, textBubbles: said }) => image || said.length > 0),
    })),
  };
}

/** Tells apart an author's stories of one title; the first published one keeps it. */
export async function seriesOf({ id, title, author, publishedAt }: BookSource): Promise<string> {
  const namesakes = await db.story.count({
    where: {
      authorId: author.id,
      title: { equals: escapeLike(title), mode: "insensitive" },
      id: { not: id },
      // A public book tells of no draft.
      ...(publishedAt && { publishedAt: { lt: publishedAt } }),
    },
  });
  return namesakes > 0 ? `${title} (${id.slice(-4)})` : title;
}

/** Title of a story that the viewer may read, and whether it asks for their age; or null. */
export async function bookHead(
  viewer: Viewer | null,
  id: string,
): Promise<{ title: string; asksAge: boolean } | null> {
  const where = { id, ...readableBy(viewer) };
  const select = { title: true, rating: true, authorId: true };
  const story = await db.story.findFirst({ where, select });
  return (
    story && {
      title: story.title,
      asksAge: story.rating === "mature" && story.authorId !== viewer?.id,
    }
  );
}
