/** The portrait as a print, the text beside it. */
export const entityFormClasses = "grid items-start gap-6 md:grid-cols-[17rem_minmax(0,1fr)]";
