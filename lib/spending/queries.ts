import "server-only";
import { painter } from "@/lib/ai";
import { accessDeniedError, authoredBy } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db, Prisma, type Tx } from "@/lib/platform/db";
import { costOfCheck, costOfScene, costOfVideo, costsOfPictures, isFree } from "./estimates";
import { ownEngines } from "./prices";
import type { Spent, StoryCosts } from "./schema";

interface SpentRow {
  micros: bigint;
  calls: bigint;
  unpriced: bigint;
  own_ms: bigint;
}

/** SQL: milliseconds that self-hosted engines worked. */
export const ownMs = Prisma.sql`
  coalesce(sum(duration_ms) FILTER (WHERE provider IN (${Prisma.join(ownEngines)})), 0)::bigint`;

const sums = Prisma.sql`coalesce(sum(cost_micros), 0)::bigint AS micros, count(*) AS calls,
  count(*) FILTER (WHERE cost_micros IS NULL) AS unpriced, ${ownMs} AS own_ms`;

const rollupSums = Prisma.sql`sum(micros)::bigint AS micros, sum(calls)::bigint AS calls,
  sum(unpriced)::bigint AS unpriced, sum(own_ms)::bigint AS own_ms`;

const spentOf = (row: SpentRow | undefined): Spent => ({
  micros: Number(row?.micros ?? 0),
  calls: Number(row?.calls ?? 0),
  unpricedCalls: Number(row?.unpriced ?? 0),
  seconds: Math.round(Number(row?.own_ms ?? 0) / 1_000),
});

/**
 * Data of a story that the price of a scene depends on, beside its panels; null if there is no such
 * story.
 */
export async function sceneFacts(storyId: string, tx: Tx | typeof db = db) {
  const portrait = { select: { primaryMediaId: true } };
  const story = await tx.story.findUnique({
    where: { id: storyId },
    select: {
      imageGenerationModel: true,
      pictureCheck: true,
      characters: portrait,
      locations: portrait,
    },
  });
  if (!story) return null;
  const cast = [...story.characters, ...story.locations];
  return {
    model: story.imageGenerationModel,
    check: story.pictureCheck,
    missingPortraits: cast.filter(({ primaryMediaId }) => primaryMediaId === null).length,
    hasCast: cast.length > 0,
    pictureSeconds: await meanPictureSeconds(tx),
  };
}

/** Number of recent calls whose mean duration estimates the next one. */
const recentCalls = 20;

/** Mean seconds for a picture on a self-hosted engine; undefined if unknown. */
async function meanPictureSeconds(tx: Tx | typeof db): Promise<number | undefined> {
  const { provider = "" } = painter().billed?.() ?? {};
  if (!ownEngines.includes(provider)) return undefined;
  const [row] = await tx.$queryRaw<{ ms: number | null }[]>`
    SELECT avg(duration_ms)::float8 AS ms FROM (
      SELECT duration_ms FROM provider_call
      WHERE provider = ${provider} AND kind = 'image' AND outcome = 'completed'
        AND created_at > now() - interval '30 days'
      ORDER BY created_at DESC LIMIT ${recentCalls}) recent`;
  return row?.ms ? Math.max(1, Math.round(row.ms / 1_000)) : undefined;
}

/** @throws AppError `not_found`, `forbidden` */
export async function storyCosts(viewer: Viewer, storyId: string): Promise<StoryCosts> {
  const own = await db.story.count({ where: { id: storyId, ...authoredBy(viewer) } });
  const facts = own > 0 ? await sceneFacts(storyId) : null;
  if (!facts) {
    const story = await db.story.findUnique({ where: { id: storyId }, select: { status: true } });
    throw accessDeniedError(story?.status === "published", "story");
  }
  const { model, check, pictureSeconds } = facts;
  const [row] = await db.$queryRaw<SpentRow[]>`
    SELECT ${sums} FROM provider_call WHERE story_id = ${storyId}::uuid`;
  return {
    isFree: isFree(),
    scene: costOfScene(facts),
    ...costsOfPictures(model, check, pictureSeconds),
    video: costOfVideo(),
    check: costOfCheck(),
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
      SELECT micros, calls, unpriced, own_ms FROM spending_hour WHERE hour >= ${start}
      UNION ALL SELECT ${sums} FROM provider_call
      WHERE created_at >= greatest(${start}, ${rolledUpUntil})) part`;
  return spentOf(row);
}

/** Spending of an author since the first of this month (UTC). */
export async function spentThisMonth(userId: string): Promise<Spent> {
  const start = Prisma.sql`date_trunc('month', now(), 'UTC')`;
  const [row] = await db.$queryRaw<SpentRow[]>`
    SELECT ${rollupSums} FROM (
      SELECT micros, calls, unpriced, own_ms FROM author_spending_hour
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
