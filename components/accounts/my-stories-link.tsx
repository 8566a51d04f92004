"use client";
import { LibraryBig } from "lucide-react";
import Link from "next/link";
import { headerLink } from "@/components/shell/header-link";
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
      className={`${headerLink} ${viewer ? "flex" : "hidden in-data-session:flex"}`}
    >
      {/* The icon alone on a phone, the name alone elsewhere. */}
      <LibraryBig aria-hidden="true" className="sm:hidden" />
      <span className="max-sm:sr-only">My stories</span>
    </Link>
  );
}
