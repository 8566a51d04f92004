"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { hasSessionHint } from "./session";

/** Renders that this tab has shown. */
const shownRenders = new Set<string>();

interface RevalidateOnBfcacheProps {
  /** A new value for each render on the server. */
  renderId: string;
}

/**
 * Refetches when Back or Forward restores an old page from the router's cache or bfcache: a list of
 * the viewer's work must include recent changes.
 */
export function RevalidateOnBfcache({ renderId }: RevalidateOnBfcacheProps) {
  const { refresh } = useRouter();
  useEffect(() => {
    // Visitors change nothing: they keep the list as they left it.
    const mayHaveChanged = hasSessionHint();
    if (mayHaveChanged && shownRenders.has(renderId)) refresh();
    shownRenders.add(renderId);
    const revalidateRestored = ({ persisted }: PageTransitionEvent) =>
      persisted && mayHaveChanged && refresh();
    window.addEventListener("pageshow", revalidateRestored);
    return () => window.removeEventListener("pageshow", revalidateRestored);
  }, [renderId, refresh]);
  return null;
}
