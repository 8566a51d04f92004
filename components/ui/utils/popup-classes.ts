/** Classes of a popup beside its trigger: a menu, a list of choices. Callers add its size. */

export const popup =
  "overflow-y-auto rounded-card border-2 border-ink bg-sheet p-1 text-ink shadow-raised outline-none";

/** A popover below the end of its button (overlays.css). */
export const popupMenu = `popup-menu ${popup}`;

export const popupItem =
  "flex min-h-10 w-full cursor-pointer items-center gap-2.5 rounded-[4px] px-3 py-1.5 leading-5 outline-none select-none disabled:text-ink-soft [&>svg]:size-4.5 [&>svg]:flex-none";

export const popupLabel = "px-3 pt-2 pb-1 text-[0.875rem] font-bold text-ink-soft";

export const popupCheck = "w-4.5 flex-none";
