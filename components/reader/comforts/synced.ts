import { api, apiData } from "@/lib/platform/http/fetch";
import { progressDto } from "@/lib/stories/progress-schema";
import type { SceneCounts } from "@/lib/stories/reading-parts";
import type { Place } from "./place";
import { placeAt, progressionOf } from "./progress";

// On the way of this code, which comes to whoever is signed in.
export { giveWantedLike } from "../wanted-like";

/** Milliseconds between two tellings: a place changes with every scroll. */
const pause = 4_000;

const pathOf = (storyId: string) => `/stories/${storyId}/progress`;

/**
 * Where an account stopped reading on whichever device: a place, null for the beginning and the end,
 * undefined where nothing is known of it.
 */
export async function fetchPlace(
  storyId: string,
  counts: SceneCounts,
): Promise<Place | null | undefined> {
  try {
    // Whose session has ended reads on as a visitor: nobody is asked to sign in for this.
    const call = { asksWho: true, response: progressDto };
    const { progression } = await apiData(pathOf(storyId), call);
    return progression === null ? undefined : placeAt(counts, progression);
  } catch {
    return undefined;
  }
}

/** Tells an account's other devices what is read here, now and then, and at last as the page goes. */
export function teller(storyId: string, counts: SceneCounts) {
  let waiting: Place | "end" | null = null;
  let timer = 0;

  function tell() {
    window.clearTimeout(timer);
    timer = 0;
    if (!waiting) return;
    const at = waiting;
    waiting = null;
    const body = {
      progression: progressionOf(counts, at),
      ...(at !== "end" && { scene: at.scene }),
    };
    // Nobody waits for it, so nobody is told when it fails.
    const call = { method: "PUT", body, keepalive: true, asksWho: true, response: null } as const;
    api(pathOf(storyId), call).catch(() => undefined);
  }
  const leave = () => tell();
  window.addEventListener("pagehide", leave);
  return {
    note(at: Place | "end") {
      waiting = at;
      timer ||= window.setTimeout(tell, pause);
    },
    stop() {
      window.removeEventListener("pagehide", leave);
      tell();
    },
  };
}
