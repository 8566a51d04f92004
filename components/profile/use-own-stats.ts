"use client";
import { useQuery } from "@tanstack/react-query";
import { useSignedInViewer } from "@/components/accounts/use-viewer";
import { profileOptions } from "@/lib/stories/feed/client";
import type { Profile } from "@/lib/stories/schema";

/** The counts of the viewer's own profile, drafts included; undefined for any other profile. */
export function useOwnStats(username: string): Profile["stats"] | undefined {
  const isOwn = useSignedInViewer()?.username === username;
  const { data } = useQuery({ ...profileOptions(username), enabled: isOwn });
  return isOwn ? data?.stats : undefined;
}
