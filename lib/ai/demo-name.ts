/** Name of the demo studio in credits and provenance. */
export const demoStudioName = "Demo studio";

/** Reference pictures that the demo studio takes. */
export const demoReferences = 14;
