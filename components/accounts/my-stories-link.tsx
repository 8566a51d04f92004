"use client";
import { LibraryBig } from "lucide-react";
import Link from "next/link";
import { useViewer } from "./use-viewer";

/**
 * To one's own shelf, for whoever is signed in. As the header's account: until the browser knows, who
 * may be signed in sees it by `data-session` on <html>.
 */
export function MyStoriesLink() {
  const { viewer, status } = useViewer();
  if (status === "unauthenticated") return null;
  return (
    <Link
      href="/my-stories"
      prefetch={false}
      className={viewer ? "shell-link" : "shell-link hidden in-data-session:flex"}
    >
      <LibraryBig aria-hidden="true" />
      <span>My stories</span>
    </Link>
  );
}
