import { api, apiData } from "@/lib/platform/http/fetch";
import { progressDto } from "@/lib/stories/progress-schema";
import type { SceneCounts } from "@/lib/stories/reading-parts";
import type { PanelPosition } from "./local-position";
import { fromProgression, toProgression } from "./progression";

// On the way of this code, which comes to whoever is signed in.
export { applyPendingLike } from "../social/pending-like";

/** Milliseconds between two tellings: a place changes with every scroll. */
const reportInterval = 4_000;

const progressPath = (storyId: string) => `/stories/${storyId}/progress`;

/**
 * Where an account stopped reading on whichever device: a place, null for the beginning and the end,
 * undefined where nothing is known of it.
 */
export async function fetchPosition(
  storyId: string,
  counts: SceneCounts,
): Promise<PanelPosition | null | undefined> {
  try {
    // Whose session has ended reads on as a visitor: nobody is asked to sign in for this.
    const call = { skipSessionCheck: true, response: progressDto };
    const { progression } = await apiData(progressPath(storyId), call);
    return progression === null ? undefined : fromProgression(counts, progression);
  } catch {
    return undefined;
  }
}

/** Tells an account's other devices what is read here, now and then, and at last as the page goes. */
export function createProgressReporter(storyId: string, counts: SceneCounts) {
  let pending: PanelPosition | "end" | null = null;
  let timer = 0;

  function flush() {
    window.clearTimeout(timer);
    timer = 0;
    if (!pending) return;
    const at = pending;
    pending = null;
    const body = {
      progression: toProgression(counts, at),
      ...(at !== "end" && { scene: at.scene }),
    };
    // Nobody waits for it, so nobody is told when it fails.
    const call = {
      method: "PUT",
      body,
      keepalive: true,
      skipSessionCheck: true,
      response: null,
    } as const;
    api(progressPath(storyId), call).catch(() => undefined);
  }
  const leave = () => flush();
  window.addEventListener("pagehide", leave);
  return {
    schedule(at: PanelPosition | "end") {
      pending = at;
      timer ||= window.setTimeout(flush, reportInterval);
    },
    destroy() {
      window.removeEventListener("pagehide", leave);
      flush();
    },
  };
}
