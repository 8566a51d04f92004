import { isFirstSceneReady } from "./steps/scene-phase";

/** This browser's onboarding status of a story; the server stores none. */
export type OnboardingStatus =
  /** Finished or skipped in this session. */
  | "completed"
  /** The first scene was requested and has no pictures yet. */
  | "awaiting-scene"
  | "open";

type Scene = Parameters<typeof isFirstSceneReady>[0];

/**
 * Chooses wizard or workspace: the wizard only without a scene and if it was not completed in this
 * session; while it waits for its own first scene it stays until the pictures are there.
 * @param status null on the server
 * @returns "unknown" if the server cannot tell: it renders neither, so that nothing flashes
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
