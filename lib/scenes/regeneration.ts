import { minPanels, type Scene } from "./schema";

/**
 * In how many panels a scene is made anew: in as many as it has, or in the story's default where that
 * is more. In fewer, pictures the author knows would leave the page without being asked.
 */
export const panelsOfRegeneration = (
  story: { defaultPanels: number },
  scene: Pick<Scene, "panels">,
): number => Math.max(scene.panels.length, story.defaultPanels || minPanels);
