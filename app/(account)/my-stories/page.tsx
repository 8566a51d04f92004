import { randomUUID } from "node:crypto";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getPageViewer } from "@/app/page-viewer";
import { RevalidateOnBfcache } from "@/components/accounts/session/revalidate-on-bfcache";
import { MyStoriesView } from "@/components/my-stories/my-stories-view";
import { signInHref } from "@/lib/platform/http/return-path";
import { listShelf } from "@/lib/stories/feed/shelf-queries";
import { pageNumberIn } from "@/lib/stories/feed/urls";

export const metadata: Metadata = { title: "My stories" };

type Props = { searchParams: Promise<{ page?: string | string[] }> };

export default async function MyStoriesPage({ searchParams }: Props) {
  const viewer = await getPageViewer();
  if (!viewer) redirect(signInHref("/my-stories"));
  const { page = "1" } = await searchParams;
  const number = pageNumberIn(String(page));
  const shelf = number && (await listShelf(viewer, number));
  if (!shelf || (number > 1 && shelf.stories.length === 0)) redirect("/my-stories");
  return (
    <>
      <RevalidateOnBfcache renderId={randomUUID()} />
      <MyStoriesView shelf={shelf} />
    </>
  );
}
