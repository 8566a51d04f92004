import type { Scene } from "@/lib/scenes/schema";

/** Maximum number of pictures to name; further ones are counted. */
const maxNamed = 3;

/** A sentence that names the pictures without alternative text; null if there are none. */
export function missingAltText(scenes: readonly Pick<Scene, "sceneNumber" | "panels">[]) {
  const places = scenes.flatMap(({ sceneNumber, panels }) =>
    panels
      .filter(({ hasImage, altText }) => hasImage && altText === "")
      .map(({ panelNumber }) => `scene ${sceneNumber}, panel ${panelNumber}`),
  );
  if (places.length === 0) return null;
  const more = places.length - maxNamed;
  const where = places.slice(0, maxNamed).join("; ") + (more > 0 ? `; and ${more} more` : "");
  const what = places.length === 1 ? "One picture has" : `${places.length} pictures have`;
  return `${what} no alt text yet: ${where}. Choose “Alt text” in the panel's actions.`;
}
