"use client";
import Link from "next/link";
import { useViewer } from "@/components/accounts/use-viewer";

/** What is done about a profile: one's own is edited, others are reported. */
export function ProfileActionLink({ username }: { username: string }) {
  const { viewer } = useViewer();
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
