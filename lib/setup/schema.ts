import { z } from "@/lib/platform/zod";
import { spentDto } from "@/lib/spending/schema";

/** A variable that is not set, with what it is for and where to get it. */
const missingDto = z.object({ variables: z.array(z.string()), how: z.string() });
export type Missing = z.infer<typeof missingDto>;

const portStates = ["working", "failing", "unused", "demo", "off"] as const;
export type PortState = (typeof portStates)[number];

const portDto = z.object({
  port: z.string(),
  title: z.string(),
  /** What it is for. */
  purpose: z.string(),
  /** Never a secret, nor a part of one. */
  engine: z.string(),
  state: z.enum(portStates),
  since: z.iso.datetime(),
  lastSuccessAt: z.iso.datetime().nullable(),
  lastErrorAt: z.iso.datetime().nullable(),
  lastError: z.string().nullable(),
  missing: z.array(missingDto),
});
export type Port = z.infer<typeof portDto>;

/** A mail that nobody delivers, as no mail server is set. */
const undeliveredMailDto = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  at: z.iso.datetime(),
});
export type UndeliveredMail = z.infer<typeof undeliveredMailDto>;

/** What the administrator sees of an installation. */
export const setupDto = z.object({
  ports: z.array(portDto),
  today: spentDto,
  month: spentDto,
  /** Millionths of a dollar a day; null where there is no limit. */
  budgets: z.object({ all: z.int().nullable(), author: z.int().nullable() }),
  /** Models in use whose price nobody knows. */
  unpricedModels: z.array(z.string()),
  /** Models of which their vendor says that they are gone, with what does their work. */
  goneModels: z.array(z.object({ model: z.string(), successor: z.string().nullable() })),
  /** Newest first. */
  mail: z.array(undeliveredMailDto),
  checkedAt: z.iso.datetime(),
});
export type Setup = z.infer<typeof setupDto>;
