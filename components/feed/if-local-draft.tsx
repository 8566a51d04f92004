"use client";
import { type ReactNode, useSyncExternalStore } from "react";
import { hasDraft } from "@/lib/platform/draft-storage";

const noopSubscribe = () => () => undefined;

interface IfLocalDraftProps {
  /** Drafts that are empty on the server. */
  ids: string[];
  /** Shown if this browser has no local draft for any of the stories. */
  fallback?: ReactNode;
  children?: ReactNode;
}

/** Hides an empty story, unless this browser has an unsaved draft for it. */
export function IfLocalDraft({ ids, fallback, children }: IfLocalDraftProps) {
  const isShown = useSyncExternalStore(
    noopSubscribe,
    () => ids.some(hasDraft),
    () => false,
  );
  return isShown ? children : fallback;
}
