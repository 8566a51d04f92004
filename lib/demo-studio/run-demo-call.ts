import { flaggedError } from "@/lib/ai/provider-error";
import type { OnUsage, ProviderUsage } from "@/lib/ai/usage";
import { AppError, type ErrorCode } from "@/lib/platform/errors";

const busy = "The studio is busy. Please try again in a moment.";

/** Runs the making of a picture or video: reports its usage, and fails like a provider. */
export async function runDemoCall<Made>(
  { prompt, signal, onUsage }: { prompt: string; signal?: AbortSignal; onUsage?: OnUsage },
  failure: [code: ErrorCode, message: string],
  usage: Pick<ProviderUsage, "kind" | "units">,
  make: () => Promise<Made>,
): Promise<Made> {
  const start = performance.now();
  signal?.throwIfAborted();
  // Markers in double brackets cause an error on purpose, so that tests cover every failure.
  if (prompt.includes("[[flagged]]")) throw flaggedError();
  if (prompt.includes("[[fail]]")) throw new AppError(...failure);
  if (prompt.includes("[[busy]]")) throw new AppError("ai_rate_limited", busy, { retryAfter: 2 });
  try {
    const made = await make();
    const milliseconds = performance.now() - start;
    onUsage?.({ provider: "demo", model: "demo", outcome: "completed", milliseconds, ...usage });
    return made;
  } catch (cause) {
    if (cause instanceof AppError || signal?.aborted) throw cause;
    throw new AppError(...failure, { cause });
  }
}
