"use client";
import Link from "next/link";
import { useSignedInViewer } from "@/components/accounts/use-viewer";

/** Edit for the viewer's own profile, Report for others. */
export function ProfileActionLink({ username }: { username: string }) {
  const viewer = useSignedInViewer();
  return viewer?.username === username ? (
    <Link href="/dashboard" prefetch={false} className="link">
      Edit profile
    </Link>
  ) : (
    <a href={`/report?author=${username}`} rel="nofollow" className="link">
      Report
    </a>
  );
}
