import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { getPageViewer } from "@/app/page-viewer";
import { LibraryView } from "@/components/library/library-view";
import { listLibrary } from "@/lib/library/queries";
import { signInHref } from "@/lib/platform/http/return-path";

export const metadata: Metadata = { title: "My cast" };

export default async function MyCastPage() {
  const viewer = await getPageViewer();
  if (!viewer) redirect(signInHref("/my-cast"));
  return <LibraryView viewerId={viewer.id} initial={await listLibrary(viewer, { page: 1 })} />;
}
