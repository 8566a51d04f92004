import { randomUUID } from "node:crypto";
import { eventType } from "inngest";
import { id } from "@/lib/platform/http/ids";
import type { OutgoingEvent } from "@/lib/platform/jobs/events";
import { z } from "@/lib/platform/zod";

/**
 * Changes of credentials. The account's owner gets a mail, since another person may have made the
 * change.
 */
const changeKinds = [
  "two-step-on",
  "two-step-off",
  "passkey-added",
  "passkey-removed",
  "app-password-added",
  "app-password-removed",
  "service-connected",
  "service-disconnected",
  "recovery-code-used",
] as const;
export type SignInMethodChange = (typeof changeKinds)[number];

const mailKinds = [
  "reset",
  "verification",
  "password-changed",
  "email-changed",
  ...changeKinds,
] as const;
export type MailKind = (typeof mailKinds)[number];

/**
 * A mail is due. The event carries no address and no link: the function looks up both when it
 * sends.
 */
export const mailRequested = eventType("account/mail-wanted", {
  schema: z.object({ kind: z.enum(mailKinds), userId: id }),
});

/** Builds the event, to be sent in the transaction of the change. */
export const requestMail = (kind: MailKind, userId: string): OutgoingEvent => ({
  ...mailRequested.create({ kind, userId }),
  id: `mail:${kind}:${randomUUID()}`,
});
