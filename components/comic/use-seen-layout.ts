"use client";
import { useSyncExternalStore } from "react";
import type { PanelLayout } from "@/lib/scenes/bubbles/geometry";

/** As in comic.css: from here on panels stand side by side. */
const wide = "(width >= 48rem)";
const isWide = () => matchMedia(wide).matches;
function subscribe(listener: () => void) {
  const query = matchMedia(wide);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}
const isWideOnServer = () => true;

/** The layout that this screen shows of a panel on its page: the page's, or alone in a column. */
export function useSeenLayout(onPage: PanelLayout, alone: PanelLayout): PanelLayout {
  return useSyncExternalStore(subscribe, isWide, isWideOnServer) ? onPage : alone;
}
