"use client";
import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";

/**
 * Every route change shows the page from its top, also where the router would keep the place.
 * Stands before the page in the layout, so that a page may scroll on to a place of its own.
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
