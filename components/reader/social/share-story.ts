import { copyText } from "@/components/ui/utils/copy-text";
import { panelHref, panelId, readingPath, sharedPanelPath } from "@/lib/stories/reading/parts";
import type { ReadingPosition } from "../navigation/reading-mode";

/**
 * Shares an address by the device's share sheet or, without one, by the clipboard.
 * @param path by default that of this page
 */
export async function shareStory(title: string, path = window.location.pathname): Promise<void> {
  const url = window.location.origin + path;
  if (navigator.share) {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      // The share sheet was cancelled.
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  await copyText(url, "Link copied", `The link could not be copied. It is ${url}`);
}

/** Shares the panel or page that is open, else the story. */
export function shareReading(title: string, storyId: string, at?: ReadingPosition): Promise<void> {
  if (typeof at !== "object") return shareStory(title, readingPath(storyId));
  // Only a panel with a picture has a page with its preview.
  const pathOf = document.getElementById(panelId(at)) ? sharedPanelPath : panelHref;
  return shareStory(title, pathOf(storyId, at));
}
