"use client";
import Link from "next/link";
import type { ReactNode } from "react";
import { useSignedInViewer } from "@/components/accounts/use-viewer";

/**
 * Opens a story: the workspace for its owner and the administrator, the reading page for others.
 * The cached page is the same for all, so the browser decides.
 */
export function CoverLink({
  id,
  by,
  children,
}: {
  id: string;
  /** The author's id. */
  by: string;
  children: ReactNode;
}) {
  const viewer = useSignedInViewer();
  const isTheirs = viewer !== null && (viewer._id === by || viewer.isAdministrator);
  return (
    <Link
      href={isTheirs ? `/story/${id}` : `/story/${id}/read`}
      prefetch={false}
      className="card-hit line-clamp-2"
    >
      {children}
    </Link>
  );
}
