import { minPanels, type Scene } from "./schema";

/** The panels whose balloons their author added or changed: making the scene anew asks first. */
export const handLetteredPanels = (scene: Pick<Scene, "panels">): number[] =>
  scene.panels
    .filter(({ textBubbles }) => textBubbles.some(({ byHand }) => byHand))
    .map(({ panelNumber }) => panelNumber);

/**
 * In how many panels a scene is made anew: in as many as it has, or in the story's default where that
 * is more. In fewer, pictures the author knows would leave the page without being asked.
 */
export const regenerationPanelCount = (
  story: { defaultPanels: number },
  scene: Pick<Scene, "panels">,
): number => Math.max(scene.panels.length, story.defaultPanels || minPanels);
