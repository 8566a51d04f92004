import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getPageViewer } from "@/app/page-viewer";
import {
  AuditLog,
  DecidedList,
  ModerationQueue,
  OpenList,
  type QueueList,
  queueLists,
} from "@/components/reports/moderation-queue";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { listAuditLog, listDecided, listOpen } from "@/lib/reports/queue-queries";
import { pageNumberIn } from "@/lib/stories/feed/urls";

/** For everyone but the administrator the metadata is empty: the 404 page keeps its own title. */
export async function generateMetadata(): Promise<Metadata> {
  const viewer = await getPageViewer();
  return viewer?.isAdministrator ? { title: "Reports", robots: { index: false } } : {};
}

type Props = { searchParams: Promise<{ show?: string | string[]; page?: string | string[] }> };

export default async function ReportsPage({ searchParams }: Props) {
  const viewer = await getPageViewer();
  if (!viewer?.isAdministrator) notFound();
  const { show = "open", page: number = "1" } = await searchParams;
  const list = queueLists.find((one) => one === show);
  const page = pageNumberIn(String(number), 9999);
  if (!list || !page) notFound();
  const { pages, content } = await contentOf(viewer, list, page);
  return (
    <ModerationQueue show={list} page={page} pages={pages}>
      {content}
    </ModerationQueue>
  );
}

async function contentOf(viewer: Viewer, list: QueueList, page: number) {
  if (list === "open") return { pages: 1, content: <OpenList {...(await listOpen(viewer))} /> };
  if (list === "decided") {
    const { rows, pages } = await listDecided(viewer, page);
    return { pages, content: <DecidedList rows={rows} /> };
  }
  const { rows, pages } = await listAuditLog(viewer, page, list === "calls");
  return { pages, content: <AuditLog rows={rows} /> };
}
