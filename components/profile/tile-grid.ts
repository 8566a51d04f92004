/** Four tiles in a row, here and while a profile loads. */
export const tileGrid = "grid grid-cols-4 gap-2 md:gap-(--gutter)";
