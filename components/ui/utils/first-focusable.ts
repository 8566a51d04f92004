/** Marks what stands above a form and is not where it begins (kept-notice.tsx). */
export const skipInitialFocusProps = { "data-aside": "" };

/** The first control within, other than those that are aside; of a choice what is chosen. */
export function findFirstFocusable(root: HTMLElement | null | undefined): HTMLElement | null {
  const first = root?.querySelector<HTMLElement>(
    ":is(input, textarea, select, button, a[href], [tabindex='0']):not(:disabled, [type='hidden'], [data-aside] *)",
  );
  const isChoice = first instanceof HTMLInputElement && first.type === "radio" && !first.checked;
  const chosen = isChoice && root?.querySelector<HTMLElement>(`[name="${first.name}"]:checked`);
  return chosen || (first ?? null);
}
