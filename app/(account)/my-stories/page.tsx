import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getPageViewer } from "@/app/page-viewer";
import { MyStoriesView } from "@/components/my-stories/my-stories-view";
import { RevalidateOnBfcache } from "@/components/shell/revalidate-on-bfcache";
import { listShelf } from "@/lib/stories/feed/shelf-queries";

export const metadata: Metadata = { title: "My stories" };

type Props = { searchParams: Promise<{ page?: string | string[] }> };

export default async function MyStoriesPage({ searchParams }: Props) {
  const viewer = await getPageViewer();
  if (!viewer) redirect("/login?from=%2Fmy-stories");
  const { page = "1" } = await searchParams;
  // The same highest page number as in the feed.
  const number = /^([1-9]|[1-4]\d|50)$/.test(String(page)) ? Number(page) : 0;
  const shelf = number > 0 ? await listShelf(viewer, number) : null;
  if (!shelf || (number > 1 && shelf.stories.length === 0)) redirect("/my-stories");
  return (
    <>
      <RevalidateOnBfcache renderId={randomUUID()} />
      <MyStoriesView shelf={shelf} />
    </>
  );
}
