/** Two columns: portrait and fields. */
export const entityFormClasses = "grid items-start gap-6 md:grid-cols-[17rem_minmax(0,1fr)]";
