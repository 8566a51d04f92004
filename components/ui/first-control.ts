/** Marks what stands above a form and is not where it begins (kept-notice.tsx). */
export const aside = { "data-aside": "" };

/** The first control within, other than those that are aside. */
export const firstControl = (root: HTMLElement | null | undefined) =>
  root?.querySelector<HTMLElement>(
    ":is(input, textarea, select, button, a[href], [tabindex='0']):not(:disabled, [type='hidden'], [data-aside] *)",
  );
