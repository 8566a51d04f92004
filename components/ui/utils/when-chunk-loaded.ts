import { toast } from "../toast";

/**
 * For a part of the page that is fetched when it is first wanted: `then` follows once it is there.
 * React's `lazy` alone would keep a failure for good, and throw it at the whole page.
 */
export function whenChunkLoaded(chunk: Promise<unknown>, then: () => void): void {
  chunk.then(then, () => toast.error("Please check your connection and try again."));
}
