/**
 * Why signing in through another service led back to the form, by the error code in the address.
 */
const messages = {
  AccountExists:
    "There is an account with this email already. Sign in with your password, then connect the service in your dashboard.",
  ConnectedElsewhere: "That account is connected to another account here.",
  EmailNotVerified: "That service has no verified email for you. Verify it there, then try again.",
  InviteNeeded: "New accounts need an invitation. Register with your invite link first.",
  AccountDeactivated: "This account is deactivated. Please contact support.",
  AccessDenied: "You did not allow the sign-in. Try again, or use your password.",
} as const;

export type OAuthErrorCode = keyof typeof messages;

/** The message for a person; codes that next-auth invents share one. */
export const oauthErrorText = (code: string): string =>
  Object.hasOwn(messages, code)
    ? messages[code as OAuthErrorCode]
    : "Signing in with that service failed. Please try again.";
