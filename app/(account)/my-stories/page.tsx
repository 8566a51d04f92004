import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { pageViewer } from "@/app/page-viewer";
import { ShelfView } from "@/components/shelf/shelf-view";
import { FreshOnReturn } from "@/components/shell/fresh-on-return";
import { listShelf } from "@/lib/stories/shelf-queries";

export const metadata: Metadata = { title: "My stories" };

type Props = { searchParams: Promise<{ page?: string | string[] }> };

export default async function MyStoriesPage({ searchParams }: Props) {
  const viewer = await pageViewer();
  if (!viewer) redirect("/login?from=%2Fmy-stories");
  const { page = "1" } = await searchParams;
  // Pages by number end where those of the feed do.
  const number = /^([1-9]|[1-4]\d|50)$/.test(String(page)) ? Number(page) : 0;
  const shelf = number > 0 ? await listShelf(viewer, number) : null;
  if (!shelf || (number > 1 && shelf.stories.length === 0)) redirect("/my-stories");
  return (
    <>
      <FreshOnReturn made={randomUUID()} />
      <ShelfView shelf={shelf} />
    </>
  );
}
