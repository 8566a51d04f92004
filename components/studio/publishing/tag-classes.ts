/** A chip with a button to remove it. */
export const tagClasses =
  "inline-flex max-w-full animate-[fade-in_150ms_var(--ease-out)] items-center rounded-full border-2 border-ink bg-paper text-sm font-bold";

export const tagRemove =
  "grid size-7 flex-none place-items-center rounded-full hover:text-red focus-visible:-outline-offset-2";
