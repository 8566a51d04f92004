import { randomUUID } from "node:crypto";
import { eventType } from "inngest";
import { id } from "@/lib/platform/http/ids";
import type { OutgoingEvent } from "@/lib/platform/jobs/events";
import { z } from "@/lib/platform/zod";

/** Changes of the ways into an account, told to its owner in case it was somebody else. */
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

/** Somebody is to get a mail. It names no address and no link: both are looked up as it is sent. */
export const mailRequested = eventType("account/mail-wanted", {
  schema: z.object({ kind: z.enum(mailKinds), userId: id }),
});

/** The event, to be sent with what it is about. */
export const requestMail = (kind: MailKind, userId: string): OutgoingEvent => ({
  ...mailRequested.create({ kind, userId }),
  id: `mail:${kind}:${randomUUID()}`,
});
