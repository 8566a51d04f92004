"use client";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Pages that this tab has shown, each as it was made. */
const shown = new Set<string>();

interface FreshOnReturnProps {
  /** Another one each time that the server makes the page. */
  made: string;
}

/**
 * Asks the server anew when Back or Forward brings a page of before, as Next's router and the
 * browser keep it: a list of one's own work must not lack what was made meanwhile.
 */
export function FreshOnReturn({ made }: FreshOnReturnProps) {
  const { refresh } = useRouter();
  useEffect(() => {
    // Visitors make nothing: they find a list again as they left it.
    const isAuthor = /(^|; )signed_in=1/.test(document.cookie);
    if (isAuthor && shown.has(made)) refresh();
    shown.add(made);
    const wake = ({ persisted }: PageTransitionEvent) => persisted && isAuthor && refresh();
    window.addEventListener("pageshow", wake);
    return () => window.removeEventListener("pageshow", wake);
  }, [made, refresh]);
  return null;
}
