/** localStorage key: the reader of this device is an adult. */
export const ageGateKey = "inkwright:adult";
