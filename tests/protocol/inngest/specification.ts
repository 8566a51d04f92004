import { z } from "zod";

/**
 * The shapes that Inngest's SDK specification (docs/SDK_SPEC.md of inngest/inngest) prescribes,
 * strictly: a field that the specification and the server's own types do not know fails the test.
 */
const timeString = z.string().regex(/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h|d|w))+$/);
const text = z.string().min(1);
const url = z.url();

/** 4.3.2, with `throttle` and `jitter`, which the server has added since. */
const functionShape = (appUrl: string, appName: string) =>
  z
    .strictObject({
      id: z.string().startsWith(`${appName}-`),
      name: z.string().optional(),
      triggers: z
        .array(
          z.union([
            z.strictObject({ event: text, expression: z.string().optional() }),
            z.strictObject({ cron: text, jitter: timeString.optional() }),
          ]),
        )
        .min(1),
      steps: z.strictObject({
        step: z.strictObject({
          id: z.literal("step"),
          name: z.literal("step"),
          runtime: z.strictObject({ type: z.literal("http"), url }),
          retries: z.strictObject({ attempts: z.int().min(0).max(20) }).optional(),
        }),
      }),
      idempotency: z.string().optional(),
      cancel: z
        .array(
          z.strictObject({
            event: text,
            if: z.string().optional(),
            timeout: timeString.optional(),
          }),
        )
        .max(5)
        .optional(),
      throttle: z
        .strictObject({
          limit: z.int().min(1),
          period: timeString,
          burst: z.int().optional(),
          key: z.string().optional(),
        })
        .optional(),
      concurrency: z
        .union([
          z.int(),
          z
            .array(
              z.strictObject({
                limit: z.int().min(1),
                key: z.string().optional(),
                scope: z.enum(["fn", "env", "account"]).optional(),
              }),
            )
            .max(2),
        ])
        .optional(),
    })
    .refine(({ id, steps }) => {
      const { origin, pathname, searchParams } = new URL(steps.step.runtime.url);
      const at = `${origin}${pathname}` === appUrl;
      return at && searchParams.get("fnId") === id && searchParams.get("stepId") === "step";
    }, "each function is called at the app's address with its own id");

export const registration = (appUrl: string, appName: string) =>
  z.strictObject({
    url: z.literal(appUrl),
    deployType: z.literal("ping"),
    appName: z.literal(appName),
    sdk: z.string().regex(/^[\w/-]+:v\d+\.\d+\.\d+/),
    v: z.literal("0.1"),
    framework: z.string().optional(),
    functions: z.array(functionShape(appUrl, appName)).min(1),
    // Not of the specification; the SDK of the vendor sends them as well.
    featureObservations: z.unknown().optional(),
    capabilities: z.record(z.string(), z.string()).optional(),
    appVersion: z.string().optional(),
  });

/** 4.4.3 and 5.1.1: what was done or is to be done next. */
export const operations = z
  .array(
    z.looseObject({
      id: z.string().regex(/^[0-9a-f]{40}$/),
      op: z.enum([
        "StepRun",
        "StepError",
        "StepFailed",
        "StepPlanned",
        "Sleep",
        "WaitForEvent",
        "RunComplete",
      ]),
    }),
  )
  .min(1);

/** 4.4.1 */
export function callBody(options: {
  event: Record<string, unknown>;
  steps?: Record<string, unknown>;
  ctx?: Record<string, unknown>;
}) {
  const event = { ts: Date.now(), data: {}, ...options.event };
  return {
    version: 2,
    event,
    events: [event],
    steps: options.steps ?? {},
    ctx: {
      run_id: "01J000000000000000000RUNID",
      attempt: 0,
      disable_immediate_execution: false,
      use_api: false,
      stack: {
        stack: Object.keys(options.steps ?? {}),
        current: Object.keys(options.steps ?? {}).length,
      },
      ...options.ctx,
    },
  };
}

/** 4.1.2 */
export const headersOfAnswer = ["x-inngest-sdk", "x-inngest-req-version"] as const;
