"use client";
import { type ReactNode, useSyncExternalStore } from "react";
import { hasLocalDraft } from "@/lib/stories/draft-content";

const noopSubscribe = () => () => undefined;

interface IfLocalDraftProps {
  /** Drafts that nobody wrote in, as far as the server knows. */
  ids: string[];
  /** Shown where this browser has no words for any of them either. */
  fallback?: ReactNode;
  children?: ReactNode;
}

/** Of a story that was only opened nothing is shown, unless words for it wait in this browser. */
export function IfLocalDraft({ ids, fallback, children }: IfLocalDraftProps) {
  const isShown = useSyncExternalStore(
    noopSubscribe,
    () => ids.some(hasLocalDraft),
    () => false,
  );
  return isShown ? children : fallback;
}
