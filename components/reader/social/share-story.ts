import { toast } from "@/components/ui/toast";

/** Shares the story's address by the device's share sheet or, without one, by the clipboard. */
export const shareStory = (title: string): Promise<void> =>
  shareLink(title, window.location.origin + window.location.pathname);

/** Shares an address of this site in the same way. */
export async function shareLink(title: string, url: string): Promise<void> {
  if (navigator.share) {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      // The share sheet was cancelled.
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  try {
    await navigator.clipboard.writeText(url);
    toast.success("Link copied");
  } catch {
    toast.error(`The link could not be copied. It is ${url}`, { duration: 6000 });
  }
}
