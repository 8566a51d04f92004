import "server-only";
import { env } from "./env";

/**
 * Whether the host freezes or ends this process between requests. Then nothing runs in the
 * background: a cron sweeps the outbox, and changes are polled.
 */
export const isServerless = (): boolean =>
  env().SERVERLESS ?? Boolean(process.env.VERCEL || process.env.AWS_LAMBDA_FUNCTION_NAME);
