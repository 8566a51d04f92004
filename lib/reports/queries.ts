import "server-only";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/errors";
import { sceneName } from "@/lib/scenes/scene-name";
import type { Decision, DecisionAction, ReportKind, SubjectKind } from "./schema";
import type { OwnReport, Receipt, Reportable } from "./view-models";

/** Columns of a report that name its subject. */
interface Subject {
  storyId: string | null;
  sceneId: string | null;
  sceneNumber: number | null;
  authorId: string | null;
}

/**
 * Stories that the viewer can have seen: published ones and their own; all, for the administrator.
 */
const seenBy = (viewer: Viewer | null) =>
  viewer?.isAdministrator
    ? {}
    : { OR: [{ status: "published" as const }, ...(viewer ? [{ authorId: viewer.id }] : [])] };

/** @throws AppError `not_found`, for other people's drafts as for unknown ids */
export async function findSubject(
  viewer: Viewer | null,
  kind: ReportKind,
  id: string,
): Promise<Subject> {
  const none = { storyId: null, sceneId: null, sceneNumber: null, authorId: null };
  if (kind === "author") {
    const count = await db.user.count({ where: { id, hiddenAt: null } });
    if (count === 0) throw notFound("user");
    return { ...none, authorId: id };
  }
  if (kind === "story") {
    const count = await db.story.count({ where: { id, ...seenBy(viewer) } });
    if (count === 0) throw notFound("story");
    return { ...none, storyId: id };
  }
  const scene = await db.scene.findFirst({
    where: { id, story: seenBy(viewer) },
    select: { storyId: true, sceneNumber: true },
  });
  if (!scene) throw notFound("scene");
  return { ...none, ...scene, sceneId: id };
}

/** @returns null if the viewer can have seen no such story */
export async function reportableStory(
  viewer: Viewer | null,
  id: string,
): Promise<Reportable | null> {
  const story = await db.story.findFirst({
    where: { id, ...seenBy(viewer) },
    select: {
      title: true,
      scenes: {
        where: { panels: { some: {} } },
        orderBy: { sceneNumber: "asc" },
        select: { id: true, sceneNumber: true, title: true },
      },
    },
  });
  if (!story) return null;
  const scenes = story.scenes.map(({ id, sceneNumber, title }) => ({
    id,
    name: sceneName({ sceneNumber, title }),
  }));
  return { kind: "story", id, name: story.title, scenes };
}

/** @returns null if there is no such profile */
export async function reportableAuthor(username: string): Promise<Reportable | null> {
  const user = await db.user.findUnique({
    where: { username, hiddenAt: null },
    select: { id: true, username: true },
  });
  return user && { kind: "author", id: user.id, name: user.username, scenes: [] };
}

/** @returns null for an unknown token */
export async function getReceipt(token: string): Promise<Receipt | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const row = await db.report.findUnique({
    where: { token },
    select: {
      number: true,
      kind: true,
      sceneNumber: true,
      reason: true,
      words: true,
      createdAt: true,
      story: { select: { title: true, status: true } },
      author: { select: { username: true, hiddenAt: true } },
      decision: { select: { kind: true, action: true, reason: true, createdAt: true } },
    },
  });
  if (!row) return null;
  const { story, author, ...rest } = row;
  const isPublic = story ? story.status === "published" : author?.hiddenAt === null;
  const name = isPublic ? (story?.title ?? author?.username ?? null) : null;
  return { ...rest, name, isDeleted: !story && !author } as Receipt;
}

/** Limit of rows on the dashboard. */
const maxShown = 20;

/** Decisions on the viewer's stories, or one of them, and on their profile; the newest first. */
export async function decisionsAbout(viewer: Viewer, storyId?: string): Promise<Decision[]> {
  const rows = await db.decision.findMany({
    where: { authorId: viewer.id, isTold: true, ...(storyId ? { storyId } : {}) },
    orderBy: { createdAt: "desc" },
    take: maxShown,
    include: { story: { select: { title: true } } },
  });
  const decided = new Set<string>();
  return rows.map(({ id, story, objectedAt, endedAt, createdAt, ...row }) => {
    // A deleted story has no later decisions.
    const subject = row.storyId ?? (row.kind === "story" ? id : row.kind);
    const holds = row.action === "hide" || row.action === "mature";
    const isOver = holds && decided.has(subject);
    if (row.action !== "dismiss") decided.add(subject);
    return {
      _id: id,
      kind: row.kind as SubjectKind,
      storyId: row.storyId,
      storyTitle: story?.title ?? null,
      action: row.action as DecisionAction,
      reason: row.reason,
      createdAt: createdAt.toISOString(),
      objection: row.objection,
      isOver,
      mayObject: endedAt === null && objectedAt === null,
    };
  });
}

/** Why a story of the viewer is hidden or marked as mature now; null if it is neither. */
export async function standingOf(viewer: Viewer, storyId: string): Promise<Decision | null> {
  const held = await db.story.count({
    where: {
      id: storyId,
      authorId: viewer.id,
      OR: [{ hiddenAt: { not: null } }, { ratingBefore: { not: null } }],
    },
  });
  if (held === 0) return null;
  const decisions = await decisionsAbout(viewer, storyId);
  return decisions.find(({ action }) => action === "hide" || action === "mature") ?? null;
}

/** The viewer's reports, the newest first. */
export async function reportsBy(viewer: Viewer): Promise<OwnReport[]> {
  const rows = await db.report.findMany({
    where: { reporterId: viewer.id },
    orderBy: { createdAt: "desc" },
    take: maxShown,
    select: { number: true, token: true, createdAt: true, decisionId: true },
  });
  return rows.map(({ decisionId, createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    isDecided: decisionId !== null,
  }));
}
