import { z } from "@/lib/platform/zod";
import { spentDto } from "@/lib/spending/schema";

/** Variables that are not set, with their use and where to get them. */
const missingDto = z.object({ variables: z.array(z.string()), how: z.string() });
export type Missing = z.infer<typeof missingDto>;

const portStates = ["working", "failing", "unused", "demo", "off"] as const;
export type PortState = (typeof portStates)[number];

const portDto = z.object({
  port: z.string(),
  title: z.string(),
  /** The use of the port in a sentence. */
  purpose: z.string(),
  /** Contains no secret, not even a part of one. */
  engine: z.string(),
  /** The limits in force, with the settings that change them. */
  limits: z.array(z.string()),
  state: z.enum(portStates),
  since: z.iso.datetime(),
  lastSuccessAt: z.iso.datetime().nullable(),
  lastErrorAt: z.iso.datetime().nullable(),
  lastError: z.string().nullable(),
  missing: z.array(missingDto),
});
export type Port = z.infer<typeof portDto>;

/** A mail that was not delivered, for lack of a mail server. */
const undeliveredMailDto = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
});
export type UndeliveredMail = z.infer<typeof undeliveredMailDto>;

/** The state of an installation, for the administrator. */
export const setupDto = z.object({
  ports: z.array(portDto),
  today: spentDto,
  month: spentDto,
  /** Millionths of a dollar per day; null without a limit. */
  budgets: z.object({ all: z.int().nullable(), author: z.int().nullable() }),
  /** Models in use without a known price. */
  unpricedModels: z.array(z.string()),
  /** Models that their vendor has retired, with their successors. */
  goneModels: z.array(z.object({ model: z.string(), successor: z.string().nullable() })),
  /** Newest first. */
  mail: z.array(undeliveredMailDto),
  checkedAt: z.iso.datetime(),
});
export type Setup = z.infer<typeof setupDto>;
