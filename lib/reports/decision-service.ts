import "server-only";
import { propagateDecision } from "@/lib/media/picture-moderation-service";
import { pageTag } from "@/lib/pages/cache-tags";
import { revalidateStory } from "@/lib/pages/expiry-service";
import { lineageTags } from "@/lib/pages/lineage-queries";
import { audit } from "@/lib/platform/audit-service";
import { requireAdministrator } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { expirePages } from "@/lib/platform/cache";
import { db, type Prisma, type Tx } from "@/lib/platform/db";
import { AppError, notFound } from "@/lib/platform/errors";
import { transact } from "@/lib/platform/jobs/outbox-service";
import { requestReportMail } from "@/lib/platform/mail/report-events";
import { hasPicture } from "@/lib/stories/service";
import type { DecisionAction, DecisionInput, SubjectKind } from "./schema";

const conflict = (message: string) => new AppError("conflict", message);

interface Changed {
  authorId: string;
  /** Expires the pages that show it. */
  expire: () => Promise<void>;
}

/**
 * Decides on a story or a person, and thereby on all open reports and on the author's objection.
 * Reporters and author get a mail.
 * @throws AppError `not_found`, also for everyone but the administrator; `conflict` where the state
 * is the same already, or there is nothing to decide
 */
export async function decide(
  viewer: Viewer | null,
  { kind, id, action, reason }: DecisionInput,
): Promise<void> {
  requireAdministrator(viewer);
  const { expire } = await transact(async (tx, send) => {
    const changed =
      kind === "story" ? await changeStory(tx, id, action) : await changeProfile(tx, id, action);
    const subject = kind === "story" ? { storyId: id } : { authorId: id };
    const reports = await tx.report.findMany({
      where: { ...subject, decisionId: null },
      select: { id: true },
    });
    const activeDecision = await tx.decision.findFirst({
      where: { kind, ...subject, endedAt: null },
    });
    const isAnswer = activeDecision?.objectedAt != null;
    if (action === "dismiss" && reports.length === 0 && !isAnswer) {
      throw conflict("Nothing is open about this any more. It was decided meanwhile.");
    }
    const now = new Date();
    if (activeDecision && (action !== "dismiss" || isAnswer)) {
      await tx.decision.update({ where: { id: activeDecision.id }, data: { endedAt: now } });
    }
    const holds = action === "hide" || action === "mature";
    const isTold = action !== "dismiss" || isAnswer;
    const decision = await tx.decision.create({
      data: {
        kind,
        storyId: kind === "story" ? id : null,
        authorId: changed.authorId,
        action,
        reason,
        isTold,
        endedAt: holds ? null : now,
      },
      select: { id: true },
    });
    await tx.report.updateMany({
      where: { id: { in: reports.map((report) => report.id) } },
      data: { decisionId: decision.id, visitor: null },
    });
    await audit(tx, {
      actorId: viewer.id,
      action,
      subjectKind: kind,
      subjectId: id,
      reason,
    });
    for (const report of reports) send(requestReportMail("decided", report.id));
    if (isTold) send(requestReportMail("author", decision.id));
    return changed;
  });
  await expire();
}

const refusals: Record<SubjectKind, Record<Exclude<DecisionAction, "dismiss">, string>> = {
  story: {
    hide: "This story is hidden already.",
    restore: "This story is neither hidden nor marked.",
    mature: "This story is marked as mature already.",
  },
  author: {
    hide: "This profile is hidden already.",
    restore: "This profile is not hidden.",
    mature: "A profile cannot be marked as mature. Hide it, or dismiss the report.",
  },
};

async function changeStory(tx: Tx, id: string, action: DecisionAction): Promise<Changed> {
  // Locked, so that no concurrent request publishes the story.
  await tx.$queryRaw`SELECT 1 FROM story WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const before = await tx.story.findUnique({
    where: { id },
    select: {
      authorId: true,
      status: true,
      publishedAt: true,
      publishedBefore: true,
      hiddenAt: true,
      rating: true,
      ratingBefore: true,
      author: { select: { username: true } },
    },
  });
  if (!before) throw notFound("story");
  const { authorId, hiddenAt, publishedBefore, ratingBefore } = before;
  if (action === "dismiss") return { authorId, expire: async () => {} };
  const shown: Prisma.StoryUncheckedUpdateInput = hiddenAt
    ? {
        hiddenAt: null,
        publishedBefore: null,
        // Its author may have deleted every picture since.
        ...(publishedBefore && (await hasPicture(tx, id))
          ? { status: "published" as const, publishedAt: publishedBefore }
          : {}),
      }
    : {};
  const changes: Record<typeof action, Prisma.StoryUncheckedUpdateInput | null> = {
    hide: hiddenAt
      ? null
      : {
          hiddenAt: new Date(),
          publishedBefore: before.publishedAt,
          status: "draft",
          publishedAt: null,
        },
    restore:
      hiddenAt || ratingBefore
        ? { ...shown, ...(ratingBefore ? { rating: ratingBefore, ratingBefore: null } : {}) }
        : null,
    mature:
      ratingBefore && !hiddenAt
        ? null
        : { ...shown, rating: "mature", ratingBefore: ratingBefore ?? before.rating },
  };
  const change = changes[action];
  if (!change) throw conflict(refusals.story[action]);
  const data = { ...change, decidedWithId: null, version: { increment: 1 } };
  await tx.story.update({ where: { id }, data });
  const stories = await propagateDecision(tx, id, action);
  const { username } = before.author;
  return {
    authorId,
    async expire() {
      for (const other of stories) {
        await revalidateStory({ ...other, status: "published" }, await lineageTags(other.id));
      }
      const after = await db.story.findUnique({ where: { id }, select: { status: true } });
      const status = after?.status ?? "draft";
      const wasPublished = before.status === "published";
      await revalidateStory({ id, status, username, wasPublished }, await lineageTags(id));
    },
  };
}

async function changeProfile(tx: Tx, id: string, action: DecisionAction): Promise<Changed> {
  await tx.$queryRaw`SELECT 1 FROM user_account WHERE id = ${id}::uuid FOR NO KEY UPDATE`;
  const before = await tx.user.findUnique({
    where: { id },
    select: { username: true, hiddenAt: true },
  });
  if (!before) throw notFound("user");
  if (action === "dismiss") return { authorId: id, expire: async () => {} };
  const isRefused = { hide: before.hiddenAt !== null, restore: !before.hiddenAt, mature: true };
  if (isRefused[action]) throw conflict(refusals.author[action]);
  const hiddenAt = action === "hide" ? new Date() : null;
  await tx.user.update({ where: { id }, data: { hiddenAt } });
  return {
    authorId: id,
    expire: () => expirePages([pageTag.author(before.username)]),
  };
}

/**
 * An author's objection to a decision in force; once. The subject returns to the queue.
 * @throws AppError `not_found` for decisions on others, `conflict`
 */
export async function submitObjection(viewer: Viewer, id: string, words: string): Promise<void> {
  const own = { id, authorId: viewer.id, isTold: true };
  const { count } = await db.decision.updateMany({
    where: { ...own, action: { in: ["hide", "mature"] }, endedAt: null, objectedAt: null },
    data: { objection: words, objectedAt: new Date() },
  });
  if (count > 0) return;
  const decision = await db.decision.findFirst({ where: own, select: { objectedAt: true } });
  if (!decision) throw notFound("decision");
  throw conflict(
    decision.objectedAt
      ? "You have objected to this decision already."
      : "This decision is no longer in force, so there is nothing to object to.",
  );
}
