"use client";
import { useMediaQuery } from "@/components/ui/hooks/use-media-query";
import type { PanelLayout } from "@/lib/scenes/bubbles/geometry";

/** The layout that this screen shows of a panel on its page: the page's, or alone in a column. */
export function useSeenLayout(onPage: PanelLayout, alone: PanelLayout): PanelLayout {
  // As in comic.css: from here on panels stand side by side.
  return useMediaQuery("(width >= 48rem)", true) ? onPage : alone;
}
