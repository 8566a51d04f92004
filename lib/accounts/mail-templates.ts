import { brand } from "@/lib/platform/brand";
import type { SignInMethodChange } from "./events";

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
    "The link works once, for 30 minutes. If you did not ask for it, leave this mail alone: your password stays as it is.",
  );

/** For an account that only signs in through other services. */
export const noPasswordMail = (username: string, services: string[], signIn: string): MailText =>
  composeMail(
    `How to sign in to ${brand.name}`,
    username,
    `Somebody asked for a new password, but your account has none: you sign in with ${services.join(" or ")}.`,
    signIn,
    "Once you are signed in you can set a password in your dashboard. If you did not ask for this, leave this mail alone.",
  );

export const verificationMail = (username: string, link: string): MailText =>
  composeMail(
    `Confirm your email for ${brand.name}`,
    username,
    "Confirm that this address is yours:",
    link,
    "The link works once, for 3 days. If you have no account here, leave this mail alone.",
  );

export const passwordChangedMail = (username: string, forgot: string): MailText =>
  composeMail(
    `Your ${brand.name} password was changed`,
    username,
    "The password of your account was changed, and every other session and every app with an app password was signed out.",
    "If that was you, there is nothing to do. If not, take your account back here, and then look at two-step sign-in, passkeys, app passwords and connected services in your dashboard:",
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
    "Your account has another email now. It signs in with that one, and mails about it go there.",
    "If that was you, there is nothing to do. If not, somebody knows your password. Sign in at once with a passkey or a service you have connected, or where you are still signed in, and change the email back and the password. If none of these opens your account, ask whoever runs the site. Sign in here:",
    signIn,
  );

const signInMethodChanges: Record<SignInMethodChange, { subject: string; message: string }> = {
  "two-step-on": {
    subject: `Two-step sign-in to ${brand.name} is on`,
    message: "From now on a code of your authenticator app is asked for after your password.",
  },
  "two-step-off": {
    subject: `Two-step sign-in to ${brand.name} is off`,
    message: "Your password alone opens your account again.",
  },
  "passkey-added": {
    subject: `A passkey was added to your ${brand.name} account`,
    message: "It opens your account without your password. You see it in your dashboard.",
  },
  "passkey-removed": {
    subject: `A passkey was removed from your ${brand.name} account`,
    message: "It does not open your account any more.",
  },
  "app-password-added": {
    subject: `An app password was added to your ${brand.name} account`,
    message:
      "An app for reading can open your stories and those you like with it, and nothing else. You see it in your dashboard.",
  },
  "app-password-removed": {
    subject: `An app password was removed from your ${brand.name} account`,
    message: "The app that used it does not open your stories any more.",
  },
  "service-connected": {
    subject: `A service was connected to your ${brand.name} account`,
    message: "It opens your account without your password. You see it in your dashboard.",
  },
  "service-disconnected": {
    subject: `A service was disconnected from your ${brand.name} account`,
    message: "It does not open your account any more.",
  },
  "recovery-code-used": {
    subject: `A recovery code was used for your ${brand.name} account`,
    message:
      "One of your recovery codes stood in for a code of your authenticator app. It works no more.",
  },
};

/** @param more further text */
export const signInMethodChangedMail = (
  change: SignInMethodChange,
  username: string,
  forgot: string,
  more?: string,
): MailText =>
  composeMail(
    signInMethodChanges[change].subject,
    username,
    [signInMethodChanges[change].message, more].filter(Boolean).join(" "),
    "If that was you, there is nothing to do. If not, choose a new password, which signs out everybody, and then look at two-step sign-in, passkeys, app passwords, connected services and sessions in your dashboard:",
    forgot,
  );

export const codesLeft = (left: number): string =>
  `${left === 1 ? "1 is" : `${left || "None"} are`} left: turn two-step sign-in off and on again for new ones.`;
