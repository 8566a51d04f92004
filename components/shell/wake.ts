/**
 * A page that is complete without a script need not begin with one: where its markup has this
 * attribute, the page cache lets Next's scripts begin late (`lib/platform/cache/late-scripts.mjs`).
 */
export const wakesLate = { "data-wakes": "" };

/** What was pressed while the page slept is pressed again now. */
export function tellAwake(): void {
  document.dispatchEvent(new Event("awake"));
}
