import { randomUUID } from "node:crypto";
import { eventType } from "inngest";
import { id } from "@/lib/platform/http/ids";
import type { OutgoingEvent } from "@/lib/platform/jobs/events";
import { z } from "@/lib/platform/zod";
import { type SignInMethodChange, signInMethodChanges } from "./mail-templates";

const changeKinds = Object.keys(signInMethodChanges) as [
  SignInMethodChange,
  ...SignInMethodChange[],
];

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
