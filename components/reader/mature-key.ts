/** Where a device remembers that its reader is an adult. */
export const matureKey = "inkwright:adult";
