/** Phases of the first scene, as shown to the author. */
export type ScenePhase =
  | "idle"
  | "processing"
  | "creating-scene"
  | "generating-images"
  | "waiting-for-panel-images"
  | "complete";

/** Milliseconds after the start of the first two changes of phase. */
const phaseTimes = { creatingScene: 1_000, generatingImages: 2_000 } as const;

interface SceneWork {
  /** Milliseconds since the request; null before it. */
  elapsed: number | null;
  /** The server has answered with the scene. */
  hasScene: boolean;
  isDrawn: boolean;
}

/** The first two changes follow the clock, the others the real progress. */
export function getScenePhase({ elapsed, hasScene, isDrawn }: SceneWork): ScenePhase {
  if (elapsed === null) return "idle";
  if (isDrawn) return "complete";
  if (elapsed < phaseTimes.creatingScene) return "processing";
  if (elapsed < phaseTimes.generatingImages) return "creating-scene";
  return hasScene ? "waiting-for-panel-images" : "generating-images";
}

/**
 * Calls back when the clock changes the phase.
 * @param elapsed milliseconds already passed, for example before a reload
 * @returns a function that stops it
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
