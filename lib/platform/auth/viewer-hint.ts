/** Cookie that scripts may read: it says that a session may exist, and nothing about it. */
export const signedInHint = "signed_in";
