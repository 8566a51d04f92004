import { requiredText } from "@/lib/platform/text/required-text";
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

export const trialNames = ["picture", "edit", "mask", "reference", "script"] as const;
export type TrialName = (typeof trialNames)[number];

/** A task that an engine is tried with. */
export const trialBody = z.object({
  /** The name of a configured engine. */
  engine: z.string().max(200),
  trial: z.enum(trialNames),
});
export type Trial = z.infer<typeof trialBody>;

export const trialResultDto = z.object({
  outcome: z.enum(["works", "fails", "unable"]),
  seconds: z.number().min(0),
  /** What is missing, or went wrong, as a sentence. */
  detail: z.string().nullable(),
});
export type TrialResult = z.infer<typeof trialResultDto>;

const workflowDto = z.object({
  name: z.string(),
  source: z.enum(["folder", "setup"]),
  /** Null if it cannot be used. */
  kind: z.enum(["text", "edit", "repair"]).nullable(),
  /** How many pictures it takes. */
  pictures: z.int().min(0),
  problem: z.string().nullable(),
  /** What the server lacks for it. */
  missing: z.array(z.string()),
});
export type WorkflowState = z.infer<typeof workflowDto>;

/** A workflow to keep under a name, as its JSON text; null deletes the pasted one. */
export const workflowBody = z.object({
  name: requiredText("Please give it a name.")
    .max(80, "At most 80 characters.")
    .regex(/^[\w .-]+$/, "Letters, digits, spaces, dots and hyphens only."),
  json: z
    .string("Please paste the workflow.")
    .min(1, "Please paste the workflow.")
    .max(400_000, "A workflow has at most 400,000 characters.")
    .nullable(),
});
export type WorkflowInput = z.infer<typeof workflowBody>;

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
  /** The trials of each configured engine. */
  trials: z.array(trialBody),
  /** Of ComfyUI; null if it is not configured. */
  workflows: z.array(workflowDto).nullable(),
  /** Newest first. */
  mail: z.array(undeliveredMailDto),
  checkedAt: z.iso.datetime(),
});
export type Setup = z.infer<typeof setupDto>;
