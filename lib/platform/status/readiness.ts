import "server-only";
import { z } from "@/lib/platform/zod";
import { db } from "../db";
import { env } from "../env";
import { AppError } from "../errors";
import { log } from "../log";
import { storage } from "../storage";
import { platformEngines, recordEngineStatus } from "./engine-status";
import { isShuttingDown } from "./lifecycle";
import { poolerAdvice } from "./pooler";

const outcome = z.enum(["ok", "failed"]);
export const readinessDto = z.object({
  status: z.literal("ready"),
  checks: z.object({ database: outcome, storage: outcome, engine: outcome }),
});
type Readiness = z.infer<typeof readinessDto>;

const checkTimeoutMs = 3_000;
const devServer = "http://127.0.0.1:8288";

type Check = keyof Readiness["checks"];

/** What readiness checks; each rejects when its engine gives no answer in time. */
export const engineChecks: Record<Check, () => Promise<unknown>> = {
  database: () => withTimeout(db.$queryRaw`SELECT 1`),
  storage: () => withTimeout(storage().check()),
  engine: () => withTimeout(checkEngine()),
};

/** The port whose status a check records. */
const ports = { database: "database", storage: "storage", engine: "jobs" } as const;

/** A self-hosted engine is asked at /health; for Inngest Cloud it is enough that a key is set. */
async function checkEngine(): Promise<void> {
  const { INNGEST_BASE_URL, INNGEST_DEV, INNGEST_EVENT_KEY } = env();
  const dev = INNGEST_DEV?.startsWith("http") ? INNGEST_DEV : devServer;
  const base = INNGEST_DEV ? dev : INNGEST_BASE_URL;
  if (!base) {
    if (INNGEST_EVENT_KEY) return;
    throw new Error("No engine is configured: INNGEST_BASE_URL and INNGEST_EVENT_KEY are unset.");
  }
  const response = await fetch(new URL("/health", base), {
    signal: AbortSignal.timeout(checkTimeoutMs),
    cache: "no-store",
  });
  if (!response.ok) throw new Error(`The engine answered ${response.status}.`);
}

const withTimeout = <T>(work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, checkTimeoutMs, new Error(`No answer within ${checkTimeoutMs} ms.`));
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
};

const recordCheck = (name: Check, problem: string | null) =>
  recordEngineStatus(ports[name], platformEngines[ports[name]](), problem);

interface Results {
  checks: Readiness["checks"];
  /** Instruction for the administrator, if a check has one. */
  advice: string | null;
}
let running: Promise<Results> | undefined;

/** Concurrent callers share one run. */
function runChecks(): Promise<Results> {
  let advice: string | null = null;
  running ??= Promise.all(
    (Object.keys(engineChecks) as Check[]).map(async (name) => {
      try {
        await engineChecks[name]();
        recordCheck(name, null);
        return [name, "ok"] as const;
      } catch (error) {
        advice ??= poolerAdvice(error);
        recordCheck(name, "It did not answer when the server looked whether it is ready.");
        log.warn({ err: error, check: name }, "not ready");
        return [name, "failed"] as const;
      }
    }),
  )
    .then((results) => ({ checks: Object.fromEntries(results) as Readiness["checks"], advice }))
    .finally(() => {
      running = undefined;
    });
  return running;
}

/** @throws AppError `unavailable` with the failed checks as data, also during shutdown */
export async function getReadiness(): Promise<Readiness> {
  if (isShuttingDown()) {
    throw new AppError("unavailable", "The server is shutting down.", { retryAfter: 5 });
  }
  const { checks: results, advice } = await runChecks();
  if (Object.values(results).some((result) => result === "failed")) {
    throw new AppError("unavailable", advice ?? "The server is not ready yet.", {
      retryAfter: 3,
      data: { checks: results },
    });
  }
  return { status: "ready", checks: results };
}
