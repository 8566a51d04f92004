/** The area of the shown picture; media.css sets its height on small screens. */
export const stageClasses =
  "media-stage @container-size grid min-h-0 place-items-center bg-paper p-3 [grid-area:stage] min-[56rem]:flex-1 min-[56rem]:p-4";
