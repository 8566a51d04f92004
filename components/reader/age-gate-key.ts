/** Where a device remembers that its reader is an adult. */
export const ageGateKey = "inkwright:adult";
