import "server-only";
import { animator, painter, vision, writer } from "@/lib/ai";
import { auditCall } from "@/lib/platform/audit-service";
import { requireAdministrator } from "@/lib/platform/auth/ownership";
import type { Viewer } from "@/lib/platform/auth/viewer";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { mailer } from "@/lib/platform/mail";
import { enforceRateLimit, type RateRule } from "@/lib/platform/rate-limit";
import { checkAddress, checkInngestCloud } from "@/lib/platform/status/engine-checks";
import { writeEngineStatus } from "@/lib/platform/status/engine-status";
import { engineChecks } from "@/lib/platform/status/readiness";
import { checksPort, checkVision } from "@/lib/vision/trial-service";
import { configuredPorts } from "./ports";
import { getSetup } from "./queries";
import type { Setup } from "./schema";

const checkLimit: RateRule = { name: "setup-check", max: 6, windowSeconds: 60 };

/** The check of each port, except for engines in this process and ports without an engine. */
function checks(): Record<string, (() => Promise<unknown>) | undefined> {
  const { INNGEST_BASE_URL, INNGEST_DEV, INNGEST_EVENT_KEY } = env();
  const isInCloud = INNGEST_EVENT_KEY && !INNGEST_BASE_URL && !INNGEST_DEV;
  return {
    database: engineChecks.database,
    storage: engineChecks.storage,
    jobs: isInCloud ? checkInngestCloud : engineChecks.engine,
    text: writer().check,
    pictures: painter().check,
    videos: animator().check,
    vision: vision()?.check,
    // Costs two short calls.
    [checksPort]: vision() && !vision()?.demo ? checkVision : undefined,
    mail: mailer().check,
    address: checkAddress,
  };
}

/** A message for people; errors of libraries may contain addresses and parts of keys. */
export const sentenceOf = (error: unknown): string =>
  error instanceof AppError
    ? (error.details.advice ?? error.message)
    : error instanceof Error && error.constructor === Error
      ? error.message
      : "It could not be reached, or did not do what was asked. The log of the server says more.";

/**
 * Checks every engine now, with free calls; the vision model is tried by two short ones.
 * @throws AppError `not_found`, `rate_limited`
 */
export async function checkSetup(viewer: Viewer | null): Promise<Setup> {
  requireAdministrator(viewer);
  await enforceRateLimit(checkLimit, "all");
  await auditCall(viewer, "POST /api/setup/check", {});
  const known = checks();
  await Promise.all(
    configuredPorts().map(async ({ port, key }) => {
      const check = known[port];
      if (!check) return;
      const problem = await check().then(() => null, sentenceOf);
      await writeEngineStatus(port, key, problem);
    }),
  );
  return getSetup(viewer);
}
