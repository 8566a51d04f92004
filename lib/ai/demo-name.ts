/** Name of the demo studio in credits and provenance. */
export const demoStudioName = "Demo studio";
