/** Characters from which a password needs no mix of kinds (ASVS 5, 6.2.1). */
export const passphraseLength = 15;
/** The password rules, for people. */
export const passwordRules = `At least 6 characters, with an uppercase letter, a lowercase letter and a number; or at least ${passphraseLength} of any kind`;
