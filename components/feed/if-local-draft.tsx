"use client";
import type { ReactNode } from "react";
import { useHydrated } from "@/components/ui/hooks/use-hydrated";
import { hasDraft } from "@/lib/platform/draft-storage";

interface IfLocalDraftProps {
  /** Drafts that are empty on the server. */
  ids: string[];
  /** Shown if this browser has no local draft for any of the stories. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** Hides an empty story, unless this browser has an unsaved draft for it. */
export function IfLocalDraft({ ids, fallback, children }: IfLocalDraftProps) {
  const isHydrated = useHydrated();
  return isHydrated && ids.some(hasDraft) ? children : fallback;
}
