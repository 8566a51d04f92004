/** What the demo studio is called wherever it says that it has made something. */
export const demoStudioName = "Demo studio";
