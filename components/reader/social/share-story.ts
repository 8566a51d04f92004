import { toast } from "@/components/ui/toast";

/** Hands the story's address to the device's own sheet, or to the clipboard where there is none. */
export async function shareStory(title: string): Promise<void> {
  const url = window.location.origin + window.location.pathname;
  if (navigator.share) {
    try {
      await navigator.share({ title, url });
      return;
    } catch (error) {
      // Closed without choosing anybody.
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
