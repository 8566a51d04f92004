import { toast } from "../toast";

/**
 * Copies a text and confirms it by a toast.
 * @param failure shown if the browser refuses: another way to get the text
 */
export async function copyText(text: string, success: string, failure: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(success);
  } catch {
    // People need time to read it, perhaps to write it down.
    toast.error(failure, { duration: 6000 });
  }
}
