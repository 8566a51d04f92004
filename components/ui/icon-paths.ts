/** Paths for `Icon` that no code in the browser draws. */
export const arrowLeft = "M20 12H5M11 18l-6-6 6-6";
export const arrowRight = "M4 12h15M13 6l6 6-6 6";
export const book =
  "M12 6v14.5M12 6c-2-2-5-2.5-9-2.5V18c4 0 7 .5 9 2.5 2-2 5-2.5 9-2.5V3.5c-4 0-7 .5-9 2.5";
export const help =
  "M3 12a9 9 0 1 0 18 0 9 9 0 1 0-18 0M9.4 9.4a2.7 2.7 0 0 1 5.2.9c0 1.8-2.6 2.2-2.6 3.7M12 17.2v.1";
export const maximize = "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5";
export const nodes =
  "M15.5 5a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M3.5 12a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M15.5 19a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M8.2 10.7l7.6-4.4M8.2 13.3l7.6 4.4";
export const branch =
  "M6 3v12M3.5 17.5a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M15.5 6a2.5 2.5 0 1 0 5 0 2.5 2.5 0 1 0-5 0M18 8.5a9 9 0 0 1-9.5 9";
