"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Pages that this tab has shown, each as it was made. */
const shownRenders = new Set<string>();

interface RevalidateOnBfcacheProps {
  /** Another one each time that the server makes the page. */
  renderId: string;
}

/**
 * Asks the server anew when Back or Forward brings a page of before, as Next's router and the
 * browser keep it: a list of one's own work must not lack what was made meanwhile.
 */
export function RevalidateOnBfcache({ renderId }: RevalidateOnBfcacheProps) {
  const { refresh } = useRouter();
  useEffect(() => {
    // Visitors make nothing: they find a list again as they left it.
    const isAuthor = /(^|; )signed_in=1/.test(document.cookie);
    if (isAuthor && shownRenders.has(renderId)) refresh();
    shownRenders.add(renderId);
    const revalidateRestored = ({ persisted }: PageTransitionEvent) =>
      persisted && isAuthor && refresh();
    window.addEventListener("pageshow", revalidateRestored);
    return () => window.removeEventListener("pageshow", revalidateRestored);
  }, [renderId, refresh]);
  return null;
}
