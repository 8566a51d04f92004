/** Cookie that carries the session's token; scripts cannot read it. */
export const tokenCookie = "token";

/** Cookie that scripts may read: it says that a session may exist, and nothing about it. */
export const signedInCookie = "signed_in";
/** Cookie that scripts write: the lists of whoever is signed in are without AI. */
export const hideAiCookie = "without_ai";
/** Header that says whose page a write was made on: another tab may have signed in as somebody else. */
export const accountHeader = "x-account";
/** Where a sign-in through another service is to lead; next-auth writes it. */
export const callbackCookie = "next-auth.callback-url";
/** Says at a sign-in that this browser was signed in to the account before. */
export const deviceCookie = "device";
