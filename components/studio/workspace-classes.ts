/** Classes that the workspace shares with its skeleton. */

/** Room for the prompt bar. */
export const studio = "studio pb-44 low:pb-0";

export const columns =
  "studio-columns mx-auto grid max-w-328 grid-cols-1 gap-6 px-4 py-6 max-md:gap-3 max-md:pt-3 lg:grid-cols-[12.5rem_minmax(0,1fr)] lg:grid-rows-[auto_1fr] lg:gap-x-10 lg:px-8 lg:py-10";

export const main = "flex min-w-0 flex-col gap-6 lg:col-start-2";

/** Beside the scenes on a wide screen, a row of portraits above them on a phone. */
export const rail =
  "flex min-w-0 flex-col gap-4 max-md:-mx-4 max-md:flex-row max-md:overflow-x-auto max-md:px-4 max-md:[scrollbar-width:none] lg:sticky lg:top-[calc(var(--header)+1.5rem)] lg:-mx-2 lg:row-[1/span_2] lg:max-h-[calc(100dvh-var(--header)-11rem)] lg:fade-foot lg:scroll-py-12 lg:self-start lg:overflow-y-auto lg:px-2 lg:[scrollbar-width:thin]";

/** In a row names take the remaining width, and pictures align with the headings. */
export const railList =
  "flex gap-1 p-1 overscroll-x-contain [scrollbar-width:none] max-md:m-0 max-md:overflow-visible md:-mx-2.5 md:overflow-x-auto lg:-mx-1.5 lg:flex-col lg:overflow-visible max-md:*:flex-none md:max-lg:*:flex-[1_0_5.75rem] max-lg:*:max-w-32";

/** On a phone their names are for screen readers only, so that a panel is visible without scrolling. */
export const railMember =
  "flex flex-col gap-1 rounded-control hover:bg-wash max-lg:items-start max-lg:text-start max-md:relative md:max-lg:w-full md:max-lg:px-1.5 md:max-lg:py-1.5 lg:w-full lg:flex-row lg:items-center lg:gap-2.5 lg:px-1 lg:py-1.5 lg:text-start max-md:[&>span:last-child]:sr-only";

/** A scene on its sheet; dragging a bubble repaints only its panel. */
export const sceneSection =
  "scene-section @container relative -mx-2 flex flex-col gap-4 rounded-card border-2 border-ink bg-sheet px-3 py-4 max-md:gap-2.5 max-md:pt-2.5 md:mx-0 md:p-6 [&_.panel]:isolate";

/** At the foot of the workspace; in a low window below the scenes, because it would cover them. */
export const bar =
  "prompt-bar fixed inset-x-0 bottom-0 z-20 border-t-2 border-ink bg-paper low:static";

export const barInner =
  "mx-auto flex max-w-328 flex-wrap items-end gap-x-4 gap-y-3 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-md:gap-y-2 max-md:pt-2 max-md:pb-[max(0.5rem,env(safe-area-inset-bottom))] lg:px-8 bar-at-rest:flex-nowrap bar-at-rest:gap-2";

export const barActions =
  "flex flex-[0_1_auto] items-end justify-between gap-x-4 gap-y-3 bar-at-rest:flex-none";
