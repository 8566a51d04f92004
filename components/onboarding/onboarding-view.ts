import { isFirstSceneReady } from "./scene-phase";

/** What this browser knows of a story's onboarding; the server knows nothing. */
export type OnboardingStatus =
  /** Finished or skipped in this session. */
  | "completed"
  /** The first scene was asked for and is not drawn yet. */
  | "awaiting-scene"
  | "open";

type Scene = Parameters<typeof isFirstSceneReady>[0];

/**
 * Whether the wizard stands in the dashboard's place: only without a scene and where it was not
 * completed in this session; one that waits for its own first scene stays until that is drawn.
 * @param memory null on the server
 * @returns "unknown" where the server cannot tell: it shows neither, so that nothing flashes
 */
export function resolveOnboardingView(
  scenes: Scene[],
  status: OnboardingStatus | null,
): "wizard" | "dashboard" | "unknown" {
  const first = scenes[0];
  if (scenes.length > 1 || (first && isFirstSceneReady(first))) return "dashboard";
  if (status === null) return "unknown";
  if (status === "completed") return "dashboard";
  return !first || status === "awaiting-scene" ? "wizard" : "dashboard";
}
