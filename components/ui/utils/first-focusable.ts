/** Marks controls above a form that should not get its initial focus (draft-notice.tsx). */
export const skipInitialFocusProps = { "data-aside": "" };

export const focusable =
  ":is(input, textarea, select, button, a[href], [tabindex='0']):not(:disabled, [type='hidden'], [tabindex='-1'], [data-aside] *)";

/** The first focusable control within, without marked ones; of a radio group the selected one. */
export function findFirstFocusable(root: HTMLElement | null | undefined): HTMLElement | null {
  const first = root?.querySelector<HTMLElement>(focusable);
  const isChoice = first instanceof HTMLInputElement && first.type === "radio" && !first.checked;
  const chosen = isChoice && root?.querySelector<HTMLElement>(`[name="${first.name}"]:checked`);
  return chosen || (first ?? null);
}
