import type { ReactNode } from "react";
import { PageLinks } from "@/components/feed/covers/cover-list";
import { Page } from "@/components/shell/page";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/page-heading";
import { Illustration } from "@/components/ui/pictures/illustration";
import { UtcTime } from "@/components/ui/utc-time";
import { actionTexts, reasonTexts } from "@/lib/reports/labels";
import type { AuditEntry, Decided, OpenSubject, SubjectState } from "@/lib/reports/view-models";
import { DecisionForm } from "./decision-form";

export const queueLists = ["open", "decided", "log", "calls"] as const;
export type QueueList = (typeof queueLists)[number];
const listNames: Record<QueueList, string> = {
  open: "Open",
  decided: "Decided",
  log: "Audit log",
  calls: "Audit log with calls",
};

const path = "/setup/reports";
const hrefOf = (show: QueueList, page = 1) =>
  `${path}?show=${show}${page > 1 ? `&page=${page}` : ""}`;

/** The page around each of the administrator's lists. */
export function ModerationQueue({
  show,
  page,
  pages,
  children,
}: {
  show: QueueList;
  page: number;
  pages: number;
  children: ReactNode;
}) {
  return (
    <Page className="grid gap-8">
      <PageHeading title="Reports" actions={<ButtonLink href="/setup">Setup</ButtonLink>}>
        <p className="max-w-measure text-ink-soft">
          Reports, decisions, and a log of all administrator actions.
        </p>
      </PageHeading>
      <nav aria-label="Lists" className="flex flex-wrap gap-2">
        {queueLists.map((list) => (
          <ButtonLink
            key={list}
            href={hrefOf(list)}
            size="sm"
            variant={list === show ? "primary" : "secondary"}
            aria-current={list === show ? "page" : undefined}
          >
            {listNames[list]}
          </ButtonLink>
        ))}
      </nav>
      <section aria-labelledby="queue" className="grid gap-5">
        <h2 id="queue" tabIndex={-1} className="sr-only">
          {listNames[show]}
        </h2>
        {children}
      </section>
      {pages > 1 && (
        <PageLinks
          previous={page > 1 ? hrefOf(show, page - 1) : null}
          next={page < pages ? hrefOf(show, page + 1) : null}
          pageLabel={`Page ${page}`}
          className=""
        />
      )}
    </Page>
  );
}

const EmptyList = ({ children }: { children: string }) => (
  <EmptyState heading="h3" picture={<Illustration name="sleeping-cat" />} title="Nothing here">
    {children}
  </EmptyState>
);

/** A story with its author, or a person, with its current state. */
function Subject({ subject }: { subject: SubjectState }) {
  const { kind, name, href, username, isHidden, isMarked } = subject;
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <h3 className="font-bold text-lg wrap-anywhere">
          <a href={href} className="link">
            {kind === "author" ? `@${name}` : name}
          </a>
        </h3>
        {kind === "story" && <p className="text-sm text-ink-soft">by @{username}</p>}
      </div>
      <div className="flex gap-2">
        {isHidden && <Badge tone="red">Hidden</Badge>}
        {isMarked && <Badge tone="yellow">Marked as mature</Badge>}
      </div>
    </header>
  );
}

const card = "grid gap-4 rounded-card border-2 border-ink bg-sheet p-5";
const words = "whitespace-pre-line wrap-anywhere";

export function OpenList({ subjects, total }: { subjects: OpenSubject[]; total: number }) {
  if (subjects.length === 0) return <EmptyList>No reports are waiting for a decision.</EmptyList>;
  return (
    <>
      <p role="status">
        {total === 1 ? "1 is waiting" : `${total} are waiting`} for a decision, oldest first.
      </p>
      {subjects.map((subject) => (
        <article key={subject.kind + subject.id} className={card}>
          <Subject subject={subject} />
          {subject.about && <p className={`${words} text-ink-soft`}>{subject.about}</p>}
          {subject.objection && (
            <div>
              <h4 className="font-bold">The author objects</h4>
              <p className="text-sm text-ink-soft">
                <UtcTime at={subject.objection.at.toISOString()} />, against:{" "}
                {actionTexts[subject.kind][subject.objection.action]}. {subject.objection.reason}
              </p>
              <p className={words}>{subject.objection.words}</p>
            </div>
          )}
          {subject.reports.length > 0 && (
            <ul className="grid gap-3">
              {subject.reports.map((report) => (
                <li key={report.number} className="border-ink/15 border-t-2 pt-3">
                  <h4 className="font-bold">{reasonTexts[report.reason]}</h4>
                  <p className="text-sm text-ink-soft">
                    Report {report.number}, <UtcTime at={report.createdAt.toISOString()} />, by{" "}
                    {report.reporter ? `@${report.reporter}` : "a visitor"}
                    {report.sceneNumber !== null && `, scene ${report.sceneNumber}`}
                  </p>
                  <p className={words}>{report.words}</p>
                </li>
              ))}
            </ul>
          )}
          {subject.refusedTexts > 0 && (
            <p className="text-sm text-ink-soft">
              Texts refused by moderation: {subject.refusedTexts}
            </p>
          )}
          <DecisionForm subject={subject} open={subject.objection ? "objection" : "reports"} />
        </article>
      ))}
    </>
  );
}

export function DecidedList({ rows }: { rows: Decided[] }) {
  if (rows.length === 0) return <EmptyList>No decisions yet.</EmptyList>;
  /** Subjects whose form has been shown: once is enough. */
  const first = new Set<string>();
  return rows.map(({ id, kind, action, reason, createdAt, reports, subject }) => {
    const isFirst = subject !== null && !first.has(subject.kind + subject.id);
    if (isFirst) first.add(subject.kind + subject.id);
    return (
      <article key={id} className={card}>
        {subject ? (
          <Subject subject={subject} />
        ) : (
          <h3 className="font-bold text-lg">Deleted content</h3>
        )}
        <div>
          <p className="font-bold">{actionTexts[kind][action]}</p>
          <p className="text-sm text-ink-soft">
            <UtcTime at={createdAt.toISOString()} />
            {reports.length > 0 &&
              `, ${reports.length === 1 ? "report" : "reports"} ${reports.join(", ")}`}
          </p>
          <p className={words}>{reason}</p>
        </div>
        {isFirst && (
          <details>
            <summary className="font-bold">Decide Again</summary>
            <div className="pt-4">
              <DecisionForm subject={subject} open={null} />
            </div>
          </details>
        )}
      </article>
    );
  });
}

const auditEntryText = ({ subjectKind, action }: AuditEntry) =>
  subjectKind !== "call" && action in actionTexts.story
    ? actionTexts[subjectKind][action as keyof (typeof actionTexts)["story"]]
    : action === "promote"
      ? "Became the administrator"
      : action;

export function AuditLog({ rows }: { rows: AuditEntry[] }) {
  if (rows.length === 0) return <EmptyList>No administrator has done anything yet.</EmptyList>;
  return (
    <ol className="grid gap-px overflow-clip rounded-card border-2 border-ink bg-ink">
      {rows.map((entry) => (
        <li key={entry.id} className="bg-sheet px-5 py-3">
          <p className="font-bold wrap-anywhere">{auditEntryText(entry)}</p>
          <p className="text-sm text-ink-soft wrap-anywhere">
            <UtcTime at={entry.createdAt.toISOString()} />, by{" "}
            {entry.actor ? `@${entry.actor}` : "the command line, or a deleted account"}
            {entry.subjectKind !== "call" && (
              <>
                , on{" "}
                {entry.subject ? (
                  <a href={entry.subject.href} className="link">
                    {entry.subject.kind === "author"
                      ? `@${entry.subject.name}`
                      : entry.subject.name}
                  </a>
                ) : (
                  `deleted content (${entry.subjectId})`
                )}
              </>
            )}
          </p>
          {entry.reason && <p className={words}>{entry.reason}</p>}
        </li>
      ))}
    </ol>
  );
}
