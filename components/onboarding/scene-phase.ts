/** How the first scene comes about, as its author is told. */
export type ScenePhase =
  | "idle"
  | "processing"
  | "creating-scene"
  | "generating-images"
  | "waiting-for-panel-images"
  | "complete";

/** Milliseconds after the start at which the first two changes of phase happen. */
const phaseTimes = { creatingScene: 1_000, generatingImages: 2_000 } as const;

interface SceneWork {
  /** Milliseconds since the author asked, null while nothing was asked for. */
  elapsed: number | null;
  /** The server has answered with the scene. */
  hasScene: boolean;
  isDrawn: boolean;
}

/** The first two changes follow the clock, the others what has really happened. */
export function getScenePhase({ elapsed, hasScene, isDrawn }: SceneWork): ScenePhase {
  if (elapsed === null) return "idle";
  if (isDrawn) return "complete";
  if (elapsed < phaseTimes.creatingScene) return "processing";
  if (elapsed < phaseTimes.generatingImages) return "creating-scene";
  return hasScene ? "waiting-for-panel-images" : "generating-images";
}

/**
 * Calls back when the clock changes the phase.
 * @param elapsed milliseconds that have passed already, after a reload for example
 * @returns a function that ends it
 */
export function watchPhaseTimes(elapsed: number, onChange: () => void): () => void {
  const timers = Object.values(phaseTimes)
    .filter((time) => time > elapsed)
    .map((time) => setTimeout(onChange, time - elapsed));
  return () => timers.forEach(clearTimeout);
}

interface FirstPanels {
  status: "generating" | "completed" | "failed";
  panels: { imageUrl: string | null; hasImage: boolean }[];
}

/** Onboarding ends with the first panel's picture, or with a scene that will not get one. */
export function isFirstSceneReady({ status, panels }: FirstPanels): boolean {
  const first = panels[0];
  return status === "completed" || Boolean(first?.imageUrl && first.hasImage);
}
