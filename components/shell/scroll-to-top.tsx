"use client";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/**
 * Scrolls to the top on every route change, even if the router would keep the position. Placed
 * before the page in the layout, so that a page can then scroll to its own target.
 */
export function ScrollToTop() {
  const path = usePathname();
  const last = useRef(path);
  useEffect(() => {
    if (last.current === path) return;
    last.current = path;
    delete document.documentElement.dataset.chrome;
    if (!window.location.hash) window.scrollTo({ top: 0, behavior: "instant" });
  }, [path]);
  return null;
}
