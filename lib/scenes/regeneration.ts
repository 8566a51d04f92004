import { minPanels, type Scene } from "./schema";

/** The panels whose bubbles their author added or changed: regenerating the scene asks first. */
export const handLetteredPanels = (scene: Pick<Scene, "panels">): number[] =>
  scene.panels
    .filter(({ textBubbles }) => textBubbles.some(({ byHand }) => byHand))
    .map(({ panelNumber }) => panelNumber);

/**
 * The number of panels when a scene is regenerated: its current number, or the story's default if
 * that is higher. A lower number would delete pictures without confirmation.
 */
export const regenerationPanelCount = (
  story: { defaultPanels: number },
  scene: Pick<Scene, "panels">,
): number => Math.max(scene.panels.length, story.defaultPanels || minPanels);
