"use client";
import { LibraryBig } from "lucide-react";
import Link from "next/link";
import { useViewer } from "./use-viewer";

/**
 * Link to the viewer's own stories, for signed-in people. Like the account in the header, it shows
 * by `data-session` on <html> until the session is known.
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
