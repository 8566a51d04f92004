import type { OnUsage, ProviderCall, ProviderUsage } from "../usage";
import { CallTimeout } from "./call-timeout";
import { type Caller, isAnswerFault, isUnanswered, toAppError } from "./errors";

interface MeteredCall {
  call: ProviderCall;
  caller: Caller;
  /** Milliseconds for the answer. */
  limit: number;
  signal?: AbortSignal | undefined;
  onUsage?: OnUsage | undefined;
}

/** Reports what an answer cost; the units default to those of the call. */
type Report = (
  outcome: ProviderUsage["outcome"],
  units?: ProviderUsage["units"],
  requestId?: string | null,
) => void;

/**
 * One call whose answer arrives in one piece. It ends at its limit, and counts as `unknown` if it was
 * sent and brought no answer, because it may cost money.
 * @param work sends the call, and reports its cost once the answer is there
 * @throws AppError
 */
export async function meteredCall<T>(
  { call, caller, limit, signal, onUsage }: MeteredCall,
  work: (signal: AbortSignal, report: Report) => Promise<T>,
): Promise<T> {
  const start = performance.now();
  const timeout = new CallTimeout({ firstChunk: limit, idle: limit, total: limit }, signal);
  let isReported = false;
  const report: Report = (outcome, units = call.units, requestId = null) => {
    isReported = true;
    const milliseconds = Math.round(performance.now() - start);
    onUsage?.({ ...call, milliseconds, outcome, units, ...(requestId && { requestId }) });
  };
  try {
    return await work(timeout.signal, report);
  } catch (error) {
    if (!isReported && (isUnanswered(error) || isAnswerFault(error))) report("unknown");
    timeout.throwIfTimedOut();
    const failure = toAppError(error, caller);
    if (!isReported && failure !== error && failure.code === "content_flagged")
      report("refused", {});
    throw failure;
  } finally {
    timeout.clear();
  }
}
