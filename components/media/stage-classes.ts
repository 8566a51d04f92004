/** What the author looks at; its height is in media.css. */
export const stageClasses =
  "media-stage @container-size grid min-h-0 place-items-center bg-paper p-3 [grid-area:stage] min-[56rem]:flex-1 min-[56rem]:p-4";
