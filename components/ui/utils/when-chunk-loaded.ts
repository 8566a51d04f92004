import { toast } from "../toast";

/**
 * For a lazily loaded part: calls `then` once the chunk is loaded. React's `lazy` alone would cache
 * a failed load and throw it at the whole page.
 */
export function whenChunkLoaded(chunk: Promise<unknown>, then: () => void): void {
  chunk.then(then, () => toast.error("Please check your connection and try again."));
}
