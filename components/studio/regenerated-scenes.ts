"use client";
/** Scenes that this tab has asked to be made anew: their end is told in other words than a first one's. */
const prefix = "inkwright:scene-anew:";
const asked = new Set<string>();

export function noteRegeneration(sceneId: string): void {
  asked.add(sceneId);
  try {
    // A reload waits on.
    sessionStorage.setItem(prefix + sceneId, "1");
  } catch {
    // A full or forbidden store: known as long as the page lasts.
  }
}

/** Whether the scene was asked for anew; says so once. */
export function takeRegeneration(sceneId: string): boolean {
  let known = asked.delete(sceneId);
  try {
    known ||= sessionStorage.getItem(prefix + sceneId) !== null;
    sessionStorage.removeItem(prefix + sceneId);
  } catch {
    // See above.
  }
  return known;
}
