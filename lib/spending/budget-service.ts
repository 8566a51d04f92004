import "server-only";
import { randomUUID } from "node:crypto";
import { db, lockName, Prisma, type Tx } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import {
  costOfScene,
  costOfText,
  costOfVideo,
  costsOfPictures,
  type PicturePrice,
} from "./estimates";
import { addAmounts, formatMoney, multiplyAmount } from "./money";
import { rolledUpUntil, sceneFacts } from "./queries";
import type { Amount } from "./schema";

/**
 * Budgets of a day (UTC). Recorded costs and the reservations of accepted work count together, so
 * concurrent requests cannot exceed the budget. Without a budget no function here queries the
 * database.
 */
const micros = (dollars: number | undefined) =>
  dollars === undefined ? null : Math.round(dollars * 1_000_000);

export const budgets = () => ({
  all: micros(env().DAILY_BUDGET),
  author: micros(env().DAILY_BUDGET_PER_AUTHOR),
});

const isUnlimited = () => budgets().all === null && budgets().author === null;

/**
 * Serialises requests for paid work until their transactions end. It is taken before any other
 * lock, so that it cannot cause a deadlock.
 */
export async function lockBudget(tx: Tx): Promise<void> {
  if (isUnlimited()) return;
  await lockName(tx, "budget");
}

/** Hours. The reaper ends a job without a heartbeat long before. */
const jobHours = 24;
/** Hours; six minutes, because work that a person waits for takes at most four. */
const waitHours = 0.1;

interface Reservation {
  id: string;
  /** Null for work of the site itself, which no author's budget limits. */
  userId: string | null;
  amount: Amount;
  hours?: number;
}

/**
 * Reserves the possible cost of accepted work. Call it under `lockBudget`.
 * @throws AppError `budget_exceeded`
 */
async function reserve(
  tx: Tx,
  { id, userId, amount, hours = jobHours }: Reservation,
): Promise<void> {
  // Free work is never refused; work of unknown price is refused once the budget is used up.
  if (amount.micros === 0 && !amount.isUnknown) return;
  const refused = await refusalOf(tx, userId, amount.micros);
  if (refused) throw refused;
  await tx.$executeRaw`
    INSERT INTO budget_reservation (id, user_id, amount_micros, expires_at)
    VALUES (${id}::uuid, ${userId}::uuid, ${amount.micros}::bigint,
      now() + make_interval(secs => ${hours * 3_600}))`;
}

async function refusalOf(tx: Tx, userId: string | null, amount: number): Promise<AppError | null> {
  const today = Prisma.sql`date_trunc('day', now(), 'UTC')`;
  const [row] = await tx.$queryRaw<{ all: bigint; author: bigint }[]>`
    SELECT coalesce(sum(amount) FILTER (WHERE whose <> 'author'), 0)::bigint AS "all",
      coalesce(sum(amount) FILTER (WHERE whose = 'author' OR user_id = ${userId}::uuid), 0)::bigint
        AS author
    FROM (
      SELECT 'all' AS whose, NULL::uuid AS user_id, micros AS amount FROM spending_hour
      WHERE hour >= ${today}
      UNION ALL SELECT 'author', user_id, micros FROM author_spending_hour
      WHERE user_id = ${userId}::uuid AND hour >= ${today}
      UNION ALL SELECT 'call', user_id, cost_micros FROM provider_call
      WHERE created_at >= greatest(${today}, ${rolledUpUntil})
      UNION ALL SELECT 'claim', user_id, amount_micros FROM budget_reservation
      WHERE expires_at > now()) AS spent`;
  for (const whose of ["author", "all"] as const) {
    const budget = budgets()[whose];
    if (budget === null || (whose === "author" && userId === null)) continue;
    const remaining = budget - Number(row?.[whose] ?? 0);
    if (remaining <= 0 || amount > remaining)
      return budgetExceededError(whose, amount, Math.max(0, remaining));
  }
  return null;
}

function budgetExceededError(whose: "author" | "all", amount: number, left: number): AppError {
  const now = Date.now();
  const midnight = new Date(now);
  midnight.setUTCHours(24, 0, 0, 0);
  const wait = Math.max(1, Math.ceil((midnight.getTime() - now) / 1_000));
  const name = whose === "author" ? "Your budget" : "The budget of this site";
  const why =
    whose === "author" && left > 0
      ? `This would cost about ${formatMoney(amount)}, and ${formatMoney(left)} of your budget for today is left.`
      : `${name} for AI is used up for today.`;
  return new AppError(
    "budget_exceeded",
    `${why} You can go on at midnight UTC, ${formatWait(wait)}.`,
    {
      extra: {
        errorType: "budget_exceeded",
        resetTime: midnight.toISOString(),
        timeRemaining: wait,
      },
      retryAfter: wait,
    },
  );
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;

/** Such as 'in 5 hours' or 'in 20 minutes'. */
function formatWait(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90
    ? `in ${counted(minutes, "minute")}`
    : `in ${counted(Math.round(minutes / 60), "hour")}`;
}

interface PaidJob {
  id: string;
  ownerId: string;
  storyId: string;
}

/** Reserves the possible cost of a whole scene. @throws AppError `budget_exceeded` */
export async function reserveScene(
  tx: Tx,
  job: PaidJob,
  { panels, generateImages }: { panels: number; generateImages: boolean },
): Promise<void> {
  const facts = isUnlimited() ? null : await sceneFacts(job.storyId, tx);
  if (!facts) return;
  const { fixed, perPanel } = costOfScene(facts);
  const amount = generateImages
    ? addAmounts(fixed, multiplyAmount(panels, perPanel))
    : costOfText();
  await reserve(tx, { id: job.id, userId: job.ownerId, amount });
}

/**
 * Reserves the possible cost of one picture, out of its scene's reservation where it has one.
 * @param options.price what the picture is for; by default it is no panel's
 * @throws AppError `budget_exceeded`; never for a picture of an accepted scene
 */
export async function reservePicture(
  tx: Tx,
  job: PaidJob,
  { sceneJobId, price }: { sceneJobId?: string | undefined; price?: PicturePrice } = {},
): Promise<void> {
  if (isUnlimited()) return;
  const amount = await pictureCost(tx, job.storyId, price);
  if (sceneJobId === undefined) return reserve(tx, { id: job.id, userId: job.ownerId, amount });
  const share = amount.micros;
  await tx.$executeRaw`
    WITH scene AS (
      UPDATE budget_reservation SET amount_micros = GREATEST(0, amount_micros - ${share}::bigint)
      WHERE id = ${sceneJobId}::uuid RETURNING user_id, expires_at)
    INSERT INTO budget_reservation (id, user_id, amount_micros, expires_at)
    SELECT ${job.id}::uuid, user_id, ${share}::bigint, expires_at FROM scene`;
}

async function pictureCost(tx: Tx, storyId: string, price: PicturePrice = "picture") {
  const story = await tx.story.findUniqueOrThrow({
    where: { id: storyId },
    select: { imageGenerationModel: true, pictureCheck: true },
  });
  return costsOfPictures(story.imageGenerationModel, story.pictureCheck)[price];
}

/** Reserves the possible cost of a video. @throws AppError `budget_exceeded` */
export async function reserveVideo(tx: Tx, job: PaidJob): Promise<void> {
  if (isUnlimited()) return;
  await reserve(tx, { id: job.id, userId: job.ownerId, amount: costOfVideo() });
}

/** Why the budgets do not cover this number of pictures; null if they do. Reserves nothing. */
export async function refusalOfPictures(
  tx: Tx,
  { ownerId, storyId }: Omit<PaidJob, "id">,
  count: number,
): Promise<AppError | null> {
  if (isUnlimited() || count === 0) return null;
  const { micros: price, isUnknown } = await pictureCost(tx, storyId);
  if (price === 0 && !isUnknown) return null;
  return refusalOf(tx, ownerId, price * count);
}

/**
 * Runs work that a person, or the site itself, waits for, with its possible cost reserved.
 * @throws AppError `budget_exceeded`
 */
export async function withBudget<T>(
  userId: string | null,
  amount: Amount,
  work: () => Promise<T>,
): Promise<T> {
  if (isUnlimited()) return work();
  const id = randomUUID();
  await db.$transaction(async (tx) => {
    await lockBudget(tx);
    await reserve(tx, { id, userId, amount, hours: waitHours });
  });
  try {
    return await work();
  } finally {
    // Without the database the reservation expires by itself.
    await db.budgetReservation.deleteMany({ where: { id } }).catch(() => {});
  }
}
