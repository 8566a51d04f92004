/** Whether fingers are what this device is used with. */
export const isTouched = () =>
  typeof matchMedia === "function" && matchMedia("(pointer: coarse)").matches;
