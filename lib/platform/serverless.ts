import "server-only";
import { env } from "./env";

/**
 * Whether the host freezes or ends this process between requests. Then nothing waits for later: the
 * outbox is swept by its cron, and changes are looked for instead of listened for.
 */
export const isServerless = (): boolean =>
  env().SERVERLESS ?? Boolean(process.env.VERCEL || process.env.AWS_LAMBDA_FUNCTION_NAME);
