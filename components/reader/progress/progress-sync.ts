import { api, apiData } from "@/lib/platform/http/fetch";
import type { PanelPosition, SceneCounts } from "@/lib/stories/reading/parts";
import { progressDto } from "@/lib/stories/reading/progress-schema";
import { fromProgression, toProgression } from "@/lib/stories/reading/progression";

// Here, because this chunk loads for every signed-in viewer.
export { sendPendingLike } from "../social/pending-like";

/** Milliseconds between two reports: the position changes with every scroll. */
const reportInterval = 4_000;

const progressPath = (storyId: string) => `/stories/${storyId}/progress`;

/**
 * Fetches the account's last position on any device: a position, null for the beginning or the end,
 * undefined if unknown.
 */
export async function fetchPosition(
  storyId: string,
  counts: SceneCounts,
): Promise<PanelPosition | null | undefined> {
  try {
    // A reader whose session has ended reads on as a visitor, without a sign-in prompt.
    const call = { skipSessionCheck: true, response: progressDto };
    const { progression } = await apiData(progressPath(storyId), call);
    return progression === null ? undefined : fromProgression(counts, progression);
  } catch {
    return undefined;
  }
}

/**
 * Reports the position to the account, throttled, and once more when the page closes.
 * @param onSaved called when the account has the last one
 */
export function createProgressReporter(storyId: string, counts: SceneCounts, onSaved: () => void) {
  let last: PanelPosition | "end" = "end";
  let timer = 0;

  function flush() {
    if (!timer) return;
    window.clearTimeout(timer);
    timer = 0;
    const at = last;
    const body = {
      progression: toProgression(counts, at),
      ...(at !== "end" && { scene: at.scene }),
    };
    // Silent: if it fails, the next page sends what this device has stored.
    const call = {
      method: "PUT",
      body,
      keepalive: true,
      skipSessionCheck: true,
      response: null,
    } as const;
    api(progressPath(storyId), call).then(
      () => at === last && onSaved(),
      () => undefined,
    );
  }
  window.addEventListener("pagehide", flush);
  return {
    schedule(at: PanelPosition | "end") {
      last = at;
      timer ||= window.setTimeout(flush, reportInterval);
    },
    destroy() {
      window.removeEventListener("pagehide", flush);
      flush();
    },
  };
}
