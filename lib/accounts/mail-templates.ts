import { brand } from "@/lib/platform/brand";

/** Texts of mails. They use the username alone: other names can contain anything. */
export interface MailText {
  subject: string;
  text: string;
}

export const composeMail = (
  subject: string,
  username: string,
  ...paragraphs: string[]
): MailText => ({
  subject,
  text: [`Hello ${username},`, ...paragraphs, `— ${brand.name}`, ""].join("\n\n"),
});

export const resetMail = (username: string, link: string): MailText =>
  composeMail(
    `Reset your ${brand.name} password`,
    username,
    "Choose a new password here:",
    link,
    "The link works once, for 30 minutes. If you did not request it, ignore this email. Your password stays the same.",
  );

/** For an account that only signs in through other services. */
export const noPasswordMail = (username: string, services: string[], signIn: string): MailText =>
  composeMail(
    `How to sign in to ${brand.name}`,
    username,
    `A new password was requested, but your account has none: you sign in with ${services.join(" or ")}.`,
    signIn,
    "Once you are signed in you can set a password in your dashboard. If you did not request this, ignore this email.",
  );

export const verificationMail = (username: string, link: string): MailText =>
  composeMail(
    `Confirm your email for ${brand.name}`,
    username,
    "Confirm that this address is yours:",
    link,
    "The link works once, for 3 days. If you have no account here, ignore this email.",
  );

export const passwordChangedMail = (username: string, forgot: string): MailText =>
  composeMail(
    `Your ${brand.name} password was changed`,
    username,
    "The password of your account was changed, and every other session and every app with an app password was signed out.",
    "If that was you, no action is needed. If not, recover your account here, and then check two-step sign-in, passkeys, app passwords and connected services in your dashboard:",
    forgot,
  );

/**
 * To the account's former address. It does not name the new one: the change may be meant to escape
 * the reader of this mailbox.
 */
export const emailChangedMail = (username: string, signIn: string): MailText =>
  composeMail(
    `Your email for ${brand.name} was changed`,
    username,
    "Your account has a new email. You sign in with it, and emails about your account go there.",
    "If that was you, no action is needed. If not, your password is known to others. Sign in at once with a passkey or a service you have connected, or where you are still signed in, and change the email back and the password. If none of these works, contact the administrator of the site. Sign in here:",
    signIn,
  );

/**
 * Changes of credentials, each with the subject and the first sentence of the mail that the
 * account's owner gets, since another person may have made the change.
 */
export const signInMethodChanges = {
  "two-step-on": [
    `Two-step sign-in to ${brand.name} is on`,
    "From now on you enter a code from your authenticator app after your password.",
  ],
  "two-step-off": [
    `Two-step sign-in to ${brand.name} is off`,
    "You sign in with your password alone again.",
  ],
  "passkey-added": [
    `A passkey was added to your ${brand.name} account`,
    "It signs you in without your password. You find it in your dashboard.",
  ],
  "passkey-removed": [
    `A passkey was removed from your ${brand.name} account`,
    "You can no longer sign in with it.",
  ],
  "app-password-added": [
    `An app password was added to your ${brand.name} account`,
    "A reading app can open your stories and those you like with it, and nothing else. You find it in your dashboard.",
  ],
  "app-password-removed": [
    `An app password was removed from your ${brand.name} account`,
    "The app that used it can no longer open your stories.",
  ],
  "service-connected": [
    `A service was connected to your ${brand.name} account`,
    "It signs you in without your password. You find it in your dashboard.",
  ],
  "service-disconnected": [
    `A service was disconnected from your ${brand.name} account`,
    "You can no longer sign in with it.",
  ],
  "recovery-code-used": [
    `A recovery code was used for your ${brand.name} account`,
    "A recovery code was used instead of a code from your authenticator app. It cannot be used again.",
  ],
} as const satisfies Record<string, [subject: string, message: string]>;
export type SignInMethodChange = keyof typeof signInMethodChanges;

/** @param more further text */
export const signInMethodChangedMail = (
  change: SignInMethodChange,
  username: string,
  forgot: string,
  more?: string,
): MailText => {
  const [subject, message] = signInMethodChanges[change];
  return composeMail(
    subject,
    username,
    [message, more].filter(Boolean).join(" "),
    "If that was you, no action is needed. If not, set a new password, which signs out all devices, and then check two-step sign-in, passkeys, app passwords, connected services and sessions in your dashboard:",
    forgot,
  );
};

export const codesLeft = (left: number): string =>
  `${left === 1 ? "1 is" : `${left || "None"} are`} left: turn two-step sign-in off and on again for new ones.`;
