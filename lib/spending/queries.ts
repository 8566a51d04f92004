import "server-only";
import { accessDeniedError, authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { costOfPicture, costOfScene, costOfVideo, isFree } from "./estimates";
import type { Spent, StoryCosts } from "./schema";

interface SpentRow {
  micros: bigint;
  calls: bigint;
  unpriced: bigint;
}

const sums = Prisma.sql`coalesce(sum(cost_micros), 0)::bigint AS micros, count(*) AS calls,
  count(*) FILTER (WHERE cost_micros IS NULL) AS unpriced`;

const rollupSums = Prisma.sql`sum(micros)::bigint AS micros, sum(calls)::bigint AS calls,
  sum(unpriced)::bigint AS unpriced`;

const spentOf = (row: SpentRow | undefined): Spent => ({
  micros: Number(row?.micros ?? 0),
  calls: Number(row?.calls ?? 0),
  unpricedCalls: Number(row?.unpriced ?? 0),
});

/**
 * Data of a story that the price of a scene depends on, beside its panels; null if there is no such
 * story.
 */
export async function sceneFacts(storyId: string, tx: Tx | typeof db = db) {
  const portrait = { select: { primaryMediaId: true } };
  const story = await tx.story.findUnique({
    where: { id: storyId },
    select: { imageGenerationModel: true, characters: portrait, locations: portrait },
  });
  if (!story) return null;
  const cast = [...story.characters, ...story.locations];
  return {
    model: story.imageGenerationModel,
    missingPortraits: cast.filter(({ primaryMediaId }) => primaryMediaId === null).length,
    hasCast: cast.length > 0,
  };
}

/** @throws AppError `not_found`, `forbidden` */
export async function storyCosts(viewer: Viewer, storyId: string): Promise<StoryCosts> {
  const own = await db.story.count({ where: { id: storyId, ...authoredBy(viewer) } });
  const facts = own > 0 ? await sceneFacts(storyId) : null;
  if (!facts) {
    const story = await db.story.findUnique({ where: { id: storyId }, select: { status: true } });
    throw accessDeniedError(story?.status === "published", "story");
  }
  const [row] = await db.$queryRaw<SpentRow[]>`
    SELECT ${sums} FROM provider_call WHERE story_id = ${storyId}::uuid`;
  return {
    isFree: isFree(),
    scene: costOfScene(facts),
    picture: costOfPicture(facts.model),
    video: costOfVideo(),
    spent: spentOf(row),
  };
}

/** SQL: the end of the newest hour that `rollUpSpending` has summed. */
export const rolledUpUntil = Prisma.sql`
  coalesce((SELECT max(hour) + interval '1 hour' FROM spending_hour), '-infinity')`;

/** Spending of all authors since the beginning of this day or month (UTC). */
export async function spentSince(unit: "day" | "month"): Promise<Spent> {
  const start = Prisma.sql`date_trunc(${unit}, now(), 'UTC')`;
  const [row] = await db.$queryRaw<SpentRow[]>`
    SELECT ${rollupSums} FROM (
      SELECT micros, calls, unpriced FROM spending_hour WHERE hour >= ${start}
      UNION ALL SELECT ${sums} FROM provider_call
      WHERE created_at >= greatest(${start}, ${rolledUpUntil})) part`;
  return spentOf(row);
}

/** Spending of an author since the first of this month (UTC). */
export async function spentThisMonth(userId: string): Promise<Spent> {
  const start = Prisma.sql`date_trunc('month', now(), 'UTC')`;
  const [row] = await db.$queryRaw<SpentRow[]>`
    SELECT ${rollupSums} FROM (
      SELECT micros, calls, unpriced FROM author_spending_hour
      WHERE user_id = ${userId}::uuid AND hour >= ${start}
      UNION ALL SELECT ${sums} FROM provider_call
      WHERE user_id = ${userId}::uuid AND created_at >= greatest(${start}, ${rolledUpUntil})) part`;
  return spentOf(row);
}

/** Calls that the list of an author shows, the newest first. */
const maxCalls = 50_000;

/** Every call of the viewer, for their export. */
export async function ownCalls(viewer: Viewer) {
  const calls = await db.providerCall.findMany({
    where: { userId: viewer.id },
    orderBy: { createdAt: "desc" },
    take: maxCalls,
  });
  return {
    format: "inkwright-spending",
    version: 1,
    exportedAt: new Date().toISOString(),
    currency: "USD",
    calls: calls.map(({ userId: _, costMicros, createdAt, ...call }) => ({
      ...call,
      createdAt: createdAt.toISOString(),
      costMicros: costMicros === null ? null : Number(costMicros),
    })),
  };
}
