import "server-only";
import { db } from "@/lib/platform/db";
import { ownMediaIds } from "./own-media-queries";

/** An object, by the name that rows use for it. */
const mediaFacts = {
  sha256: true,
  extension: true,
  mediaType: true,
  width: true,
  height: true,
  bytes: true,
  duration: true,
  isGenerated: true,
  createdAt: true,
} as const;
const object = { select: mediaFacts };

/** Rows are exported with all columns, so that later columns are included. */
const sheet = {
  primary: object,
  images: { include: { media: object } },
  references: { include: { media: object } },
};
const panels = {
  orderBy: { panelNumber: "asc" },
  include: {
    image: object,
    video: object,
    takes: { orderBy: { createdAt: "asc" }, include: { media: object, originalMedia: object } },
  },
} as const;

/** Rows of one query. */
const pageSize = 500;

/** All rows of a query, page by page, in the order of creation. */
async function* paged<Row extends { id: string }>(
  page: (part: {
    orderBy: { id: "asc" };
    take: number;
    /** Added to the condition. */
    after: { id?: { gt: string } };
  }) => Promise<Row[]>,
): AsyncGenerator<Row> {
  for (let last: string | undefined; ; ) {
    const after = last === undefined ? {} : { id: { gt: last } };
    const rows = await page({ orderBy: { id: "asc" }, take: pageSize, after });
    yield* rows;
    if (rows.length < pageSize) return;
    last = rows.at(-1)?.id;
  }
}

/** An account without its credentials; null if it is deleted. */
export const ownAccount = (id: string) =>
  db.user.findUnique({
    where: { id },
    omit: { passwordHash: true },
    include: {
      avatar: object,
      oauthAccounts: { omit: { userId: true } },
      // Dates and devices, without the credentials.
      twoStep: { select: { createdAt: true, confirmedAt: true } },
      passkeys: { select: { name: true, createdAt: true, lastUsedAt: true } },
      appPasswords: { select: { name: true, createdAt: true, lastUsedAt: true } },
      uploads: { select: { createdAt: true, media: object } },
    },
  });

/** A user's likes, with the titles of stories that are public. */
export async function ownLikes(userId: string) {
  const mayRead = { OR: [{ status: "published" as const }, { authorId: userId }] };
  const [stories, scenes] = await Promise.all([
    db.storyLike.findMany({
      where: { userId, story: mayRead },
      orderBy: { createdAt: "asc" },
      select: { storyId: true, createdAt: true, story: { select: { title: true } } },
    }),
    db.sceneLike.findMany({
      where: { userId, scene: { story: mayRead } },
      orderBy: { createdAt: "asc" },
      select: {
        sceneId: true,
        createdAt: true,
        scene: { select: { storyId: true, sceneNumber: true, title: true } },
      },
    }),
  ]);
  return { stories, scenes };
}

/** A user's progress in stories that are public or their own. */
export const ownReadings = (userId: string) =>
  db.readingProgress.findMany({
    where: { userId, story: { OR: [{ status: "published" }, { authorId: userId }] } },
    orderBy: { modified: "asc" },
    omit: { userId: true },
    include: { story: { select: { title: true } } },
  });

/** A user's cast across stories. */
export const ownLibrary = (ownerId: string) =>
  db.libraryEntry.findMany({
    where: { ownerId },
    orderBy: { createdAt: "asc" },
    omit: { ownerId: true },
    include: { primary: object, pictures: { include: { media: object } } },
  });

/** A user's reports with their decisions, and decisions on their own stories and profile. */
export async function ownReports(userId: string) {
  const [reports, decisions] = await Promise.all([
    db.report.findMany({
      where: { reporterId: userId },
      orderBy: { createdAt: "asc" },
      omit: { id: true, reporterId: true, email: true, decisionId: true },
      include: { decision: { select: { action: true, reason: true, createdAt: true } } },
    }),
    db.decision.findMany({
      where: { authorId: userId, isTold: true },
      orderBy: { createdAt: "asc" },
      omit: { authorId: true, isTold: true },
    }),
  ]);
  return { reports, decisions };
}

/** Recent sessions of a user; the ids are of tokens, and useless to others. */
export const ownSessions = (userId: string) =>
  db.session.findMany({
    where: { userId },
    orderBy: { createdAt: "asc" },
    omit: { id: true, userId: true },
  });

export const ownJobs = (ownerId: string) =>
  paged(({ after, ...part }) => db.job.findMany({ where: { ownerId, ...after }, ...part }));

export const ownProviderCalls = (userId: string) =>
  paged(({ after, ...part }) => db.providerCall.findMany({ where: { userId, ...after }, ...part }));

export const ownEvents = (userId: string) =>
  paged(({ after, ...part }) =>
    db.analyticsEvent.findMany({ where: { userId, ...after }, ...part }),
  );

/** All pictures and videos of a user, without further encodings, which derive from them. */
export async function* ownMedia(userId: string) {
  const ids = await ownMediaIds(db, userId);
  for (let from = 0; from < ids.length; from += pageSize) {
    yield* await db.mediaObject.findMany({
      where: { id: { in: ids.slice(from, from + pageSize) } },
      orderBy: { id: "asc" },
      select: { id: true, ...mediaFacts },
    });
  }
}

export const ownQuota = (userId: string) =>
  db.quotaEntry.findMany({
    where: { userId },
    orderBy: { createdAt: "asc" },
    omit: { userId: true, promptHash: true },
  });

/** Stories are read one by one: each comes with all its content. */
export async function* ownStories(authorId: string) {
  const stories = await db.story.findMany({
    where: { authorId },
    orderBy: { id: "asc" },
    select: { id: true },
  });
  for (const { id } of stories) {
    const story = await db.story.findUnique({
      where: { id, authorId },
      include: {
        preview: object,
        style: object,
        stat: true,
        tags: { orderBy: { position: "asc" }, select: { tag: true } },
        sharePicture: { include: { media: object } },
        characters: { orderBy: { createdAt: "asc" }, include: { ...sheet, outfits: true } },
        locations: { orderBy: { createdAt: "asc" }, include: sheet },
        scenes: {
          orderBy: { sceneNumber: "asc" },
          include: {
            stat: true,
            characters: { select: { characterId: true } },
            locations: { select: { locationId: true } },
            panels,
            removedPanels: panels,
          },
        },
      },
    });
    // Deleted since the list was read.
    if (story) yield story;
  }
}
