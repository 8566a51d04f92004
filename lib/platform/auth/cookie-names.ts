/** Cookie with the session's token; scripts cannot read it. */
export const tokenCookie = "token";

/** Cookie for scripts: a hint that a session may exist, without details. */
export const signedInCookie = "signed_in";
/** Cookie that scripts write: the signed-in viewer hides stories made with AI. */
export const hideAiCookie = "without_ai";
/**
 * Header with the account that a page was rendered for, because another tab may have switched
 * accounts.
 */
export const accountHeader = "x-account";
/** The target of a sign-in with an external provider; next-auth writes it. */
export const callbackCookie = "next-auth.callback-url";
/** Proves at a sign-in that this browser was signed in to the account before. */
export const deviceCookie = "device";
