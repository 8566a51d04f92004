import "server-only";
import { requireAdministrator } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { db } from "@/lib/platform/db";
import { profileHref } from "@/lib/stories/feed/urls";
import { readingPath } from "@/lib/stories/reading/parts";
import type { DecisionAction, ReportReason, SubjectKind } from "./schema";
import type { AuditEntry, Decided, OpenSubject, SubjectState } from "./view-models";

/** Rows of a page of each list. */
const pageSize = 50;

type SubjectRef = { kind: SubjectKind; id: string };

/** The current state of the subjects; deleted ones are left out. */
async function statesOf(subjects: SubjectRef[]): Promise<SubjectState[]> {
  const ids = (kind: SubjectKind) =>
    subjects.filter((subject) => subject.kind === kind).map(({ id }) => id);
  const [stories, people] = await Promise.all([
    db.story.findMany({
      where: { id: { in: ids("story") } },
      select: {
        id: true,
        title: true,
        hiddenAt: true,
        ratingBefore: true,
        author: { select: { username: true } },
      },
    }),
    db.user.findMany({
      where: { id: { in: ids("author") } },
      select: { id: true, username: true, hiddenAt: true, bio: true, links: true },
    }),
  ]);
  return [
    ...stories.map(({ id, title, hiddenAt, ratingBefore, author }) => ({
      kind: "story" as const,
      id,
      name: title,
      username: author.username,
      about: "",
      href: readingPath(id),
      isHidden: hiddenAt !== null,
      isMarked: ratingBefore !== null,
    })),
    ...people.map(({ id, username, hiddenAt, bio, links }) => ({
      kind: "author" as const,
      id,
      name: username,
      username,
      isMarked: false,
      href: profileHref(username),
      isHidden: hiddenAt !== null,
      about: [bio, ...links].filter(Boolean).join("\n"),
    })),
  ];
}

/**
 * Subjects with open reports or with an objection of the author, the longest waiting first, each
 * with the number of all.
 */
const readOpenSubjects = () => db.$queryRaw<(SubjectRef & { total: number })[]>`
  SELECT kind, id, count(*) OVER ()::int AS total FROM (
    SELECT CASE kind WHEN 'author' THEN kind ELSE 'story' END AS kind,
      CASE kind WHEN 'author' THEN author_id ELSE story_id END AS id, created_at AS since
    FROM report WHERE decision_id IS NULL
    UNION ALL
    SELECT kind, CASE kind WHEN 'author' THEN author_id ELSE story_id END, objected_at
    FROM decision WHERE objected_at IS NOT NULL AND ended_at IS NULL) open
  WHERE id IS NOT NULL GROUP BY kind, id ORDER BY min(since) LIMIT ${pageSize}`;

/**
 * Subjects that wait for a decision, the longest first.
 * @throws AppError `not_found` for everyone but the administrator
 */
export async function listOpen(
  viewer: Viewer | null,
): Promise<{ subjects: OpenSubject[]; total: number }> {
  requireAdministrator(viewer);
  const rows = await readOpenSubjects();
  const ids = rows.map(({ id }) => id);
  const [states, reports, objections, refused] = await Promise.all([
    statesOf(rows),
    db.report.findMany({
      where: { decisionId: null, OR: [{ storyId: { in: ids } }, { authorId: { in: ids } }] },
      orderBy: { createdAt: "asc" },
      include: { reporter: { select: { username: true } } },
    }),
    db.decision.findMany({
      where: {
        endedAt: null,
        objectedAt: { not: null },
        OR: [{ storyId: { in: ids } }, { kind: "author", authorId: { in: ids } }],
      },
    }),
    db.providerCall.groupBy({
      by: ["storyId"],
      where: { storyId: { in: ids }, kind: "moderation", outcome: "refused" },
      _count: true,
    }),
  ]);
  const subjects = rows.flatMap(({ kind, id }): OpenSubject[] => {
    const state = states.find((one) => one.kind === kind && one.id === id);
    if (!state) return [];
    const isAbout = (row: { storyId: string | null; authorId: string | null }) =>
      (kind === "story" ? row.storyId : row.storyId === null && row.authorId) === id;
    const against = objections.find((one) => one.kind === kind && isAbout(one));
    return [
      {
        ...state,
        reports: reports.filter(isAbout).map(({ reporter, ...report }) => ({
          number: report.number,
          sceneNumber: report.sceneNumber,
          reason: report.reason as ReportReason,
          words: report.words,
          createdAt: report.createdAt,
          reporter: reporter?.username ?? null,
        })),
        objection: against?.objectedAt
          ? {
              words: against.objection ?? "",
              at: against.objectedAt,
              action: against.action as DecisionAction,
              reason: against.reason,
            }
          : null,
        refusedTexts: refused.find(({ storyId }) => storyId === id)?._count ?? 0,
      },
    ];
  });
  return { subjects, total: rows[0]?.total ?? 0 };
}

/** A page of rows that were read with one extra row, and the last known page number. */
const pageOf = <Row>(rows: Row[], page: number) => ({
  rows: rows.slice(0, pageSize),
  pages: rows.length > pageSize ? page + 1 : page,
});

/**
 * Decisions, the newest first. `pages` is the number of the next page, or of this one if it is the
 * last, because a total would be expensive.
 * @throws AppError `not_found`
 */
export async function listDecided(
  viewer: Viewer | null,
  page: number,
): Promise<{ rows: Decided[]; pages: number }> {
  requireAdministrator(viewer);
  const { rows: decisions, pages } = pageOf(
    await db.decision.findMany({
      ...rangeOf(page),
      include: { reports: { orderBy: { number: "asc" }, select: { number: true } } },
    }),
    page,
  );
  const subjectIdOf = (row: { kind: string; storyId: string | null; authorId: string | null }) =>
    row.kind === "story" ? row.storyId : row.authorId;
  const states = await statesOf(
    decisions.flatMap((row) => {
      const id = subjectIdOf(row);
      return id ? [{ kind: row.kind as SubjectKind, id }] : [];
    }),
  );
  const rows = decisions.map((row) => ({
    id: row.id,
    reason: row.reason,
    createdAt: row.createdAt,
    kind: row.kind as SubjectKind,
    action: row.action as DecisionAction,
    reports: row.reports.map(({ number }) => number),
    subject: states.find(({ kind, id }) => kind === row.kind && id === subjectIdOf(row)) ?? null,
  }));
  return { rows, pages };
}

const rangeOf = (page: number) => ({
  orderBy: [{ createdAt: "desc" as const }, { id: "desc" as const }],
  skip: (page - 1) * pageSize,
  take: pageSize + 1,
});

/**
 * Actions of administrators, the newest first; `pages` as in `listDecided`.
 * @param calls also includes their API calls, which change things that other users could change on
 * their own
 * @throws AppError `not_found`
 */
export async function listAuditLog(
  viewer: Viewer | null,
  page: number,
  calls: boolean,
): Promise<{ rows: AuditEntry[]; pages: number }> {
  requireAdministrator(viewer);
  const where = calls ? {} : { subjectKind: { not: "call" } };
  const { rows: entries, pages } = pageOf(
    await db.auditEntry.findMany({
      where,
      ...rangeOf(page),
      include: { actor: { select: { username: true } } },
    }),
    page,
  );
  const states = await statesOf(
    entries.flatMap(({ subjectKind, subjectId }) =>
      subjectId && subjectKind !== "call"
        ? [{ kind: subjectKind as SubjectKind, id: subjectId }]
        : [],
    ),
  );
  const rows = entries.map(({ actor, subjectKind, ...entry }) => ({
    ...entry,
    actor: actor?.username ?? null,
    subjectKind: subjectKind as AuditEntry["subjectKind"],
    subject: states.find(({ kind, id }) => kind === subjectKind && id === entry.subjectId) ?? null,
  }));
  return { rows, pages };
}

/** The number of subjects that wait for a decision; null for everyone but the administrator. */
export async function countOpen(viewer: Viewer): Promise<number | null> {
  if (!viewer.isAdministrator) return null;
  const [first] = await readOpenSubjects();
  return first?.total ?? 0;
}
