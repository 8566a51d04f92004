/** Whether fingers are what this device is used with. */
export const isTouchDevice = () =>
  typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;
