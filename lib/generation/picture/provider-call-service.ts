/** Calls providers of pictures and videos. */
import "server-only";
import type { Attempt, DeferredApi, ImmediateProvider, Provider, Ticket } from "@/lib/ai/provider";
import { retryabilityOf } from "@/lib/ai/provider-error";
import { timedOutMessage } from "@/lib/ai/provider-messages";
import type { ProviderUsage } from "@/lib/ai/usage";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { costOf } from "@/lib/spending/prices";
import { withEngineStatus } from "@/lib/spending/service";
import {
  beginAttempt,
  GivenUpError,
  hasRecentHeartbeat,
  sendHeartbeat,
  withDeadline,
  withHeartbeat,
} from "../jobs/job-service";
import {
  ageOf,
  cancelPrediction,
  cancelPredictions,
  endPrediction,
  findExternalId,
  hasLostAnswer,
  lostCallUsage,
  markLost,
  type OpenPrediction,
  recordPrediction,
  settlePrediction,
  ticketOf,
} from "./prediction-service";

/** Started and not finished; calling again continues it. */
export interface Pending {
  lookInSeconds: number;
}

/** What a provider made. Its row is open until the caller has recorded the result and ends it. */
export interface Made<Result> {
  result: Result;
  attemptId: string;
  usage: ProviderUsage | undefined;
}

/** What a job wants of its provider. */
interface ProviderCall<Request extends Attempt> {
  jobId: string;
  medium: "image" | "video";
  /** Called only before a new attempt; what it throws costs nothing. */
  makeRequest: () => Promise<Omit<Request, keyof Attempt> & { model?: string }>;
  /** Milliseconds that one attempt may take. */
  deadline: number;
  /** When all attempts have to be over. */
  until?: number;
  /** Takes an existing result and pays for nothing: false if there is none. */
  collectOnly?: boolean;
}

const ports = { image: "pictures", video: "videos" } as const;

/**
 * Has a provider make what a job wants, or continues an attempt that was begun before: call it
 * again until it no longer returns Pending. Each attempt is one paid call, even if a process dies
 * in between: its row exists before the call and gets its cost after the result is recorded, so an
 * open row is a call with an unknown outcome. A prediction is then looked up at its provider; a call
 * that answers at once is lost and may be paid for, so only its author can request another one.
 * @returns false if the job has ended or is deleted
 * @throws AppError of the provider; GivenUpError if a call was lost or all attempts are used up
 */
export async function runProviderCall<Request extends Attempt, Result>(
  wanted: ProviderCall<Request>,
  provider: Provider<Request, Result>,
): Promise<Made<Result> | Pending | false> {
  const call = { ...wanted, deadline: provider.deadlineMs ?? wanted.deadline };
  const { jobId, medium, collectOnly } = call;
  const open = await db.prediction.findFirst({
    where: { jobId, endedAt: null, droppedAt: null },
    orderBy: { createdAt: "desc" },
  });
  const continued = open && (await continueCall(open, call, provider));
  if (continued !== null) return continued;
  if (collectOnly) return false;
  const brief = await call.makeRequest();
  const attempt = await beginAttempt(jobId);
  if (!attempt) return false;
  const request = { ...brief, ...attempt } as unknown as Request;
  const ticket = provider.deferred
    ? provider.deferred.createTicket(request)
    : { atOnce: 1, medium, ...billedModel(provider, brief.model) };
  if (!(await recordPrediction(jobId, attempt.attemptId, ticket))) return false;
  return provider.deferred
    ? createPrediction(request, ticket, call, provider.deferred)
    : callOnce(request, ticket, call, provider);
}

/** The ledger lists a provider without a price model by its name. */
const billedModel = <Request extends Attempt, Result>(
  provider: Provider<Request, Result>,
  model: string | undefined,
): Ticket => {
  const { name, demo } = provider;
  return { ...(provider.billed?.(model) ?? { provider: demo ? "demo" : name, model: name }) };
};

/** @returns null where a new attempt may begin */
async function continueCall<Request extends Attempt, Result>(
  open: OpenPrediction,
  call: ProviderCall<Request>,
  { deferred }: Provider<Request, Result>,
): Promise<Made<Result> | Pending | false | null> {
  const { jobId } = call;
  if (ticketOf(open).atOnce || !deferred) return abandonCall(open, call);
  if (!(await sendHeartbeat(jobId))) return cancelPredictions(jobId);
  const externalId = open.externalId ?? (await findExternalId(open, deferred));
  if (externalId) return collectPrediction({ ...open, externalId }, call, deferred);
  // The process that created it may still be waiting for the answer.
  if (!hasLostAnswer(open)) return { lookInSeconds: 3 };
  await endPrediction(open.attemptId);
  return null;
}

/** Ends a lost call: a free one is made again; about any other its author decides. */
async function abandonCall(
  open: OpenPrediction,
  { jobId, collectOnly }: Pick<ProviderCall<never>, "jobId" | "collectOnly">,
): Promise<Pending | null> {
  const usage = lostCallUsage(ticketOf(open), ageOf(open));
  if (costOf(usage) === 0) {
    await endPrediction(open.attemptId);
    return null;
  }
  // A step may be repeated while its process is still working on it; a lost job has none.
  if (!collectOnly && (await hasRecentHeartbeat(jobId))) return { lookInSeconds: 5 };
  await endPrediction(open.attemptId, usage);
  throw new GivenUpError(
    "image_failed",
    "The server stopped while this picture was being made, and the picture is lost. It may have been paid for already: try again to have another one made.",
    { lost: true },
  );
}

/** One call of a provider that answers at once. */
async function callOnce<Request extends Attempt, Result>(
  request: Request,
  ticket: Ticket,
  { jobId, medium, deadline, until = Number.POSITIVE_INFINITY }: ProviderCall<Request>,
  provider: ImmediateProvider<Request, Result>,
): Promise<Made<Result>> {
  const limit = Math.max(1, Math.min(deadline, until - Date.now()));
  let usage: ProviderUsage | undefined;
  const onUsage = (told: ProviderUsage) => {
    usage = told;
  };
  const { attemptId } = request;
  const onProgress = (percent: number) => void sendHeartbeat(jobId, percent).catch(() => {});
  try {
    const result = await withEngineStatus(ports[medium], () =>
      withHeartbeat(jobId, (gone) =>
        withDeadline(
          limit,
          (signal) => provider.make({ ...request, signal, onUsage, onProgress }),
          gone,
        ),
      ),
    );
    return { result, attemptId, usage };
  } catch (error) {
    const isUnanswered = usage === undefined && retryabilityOf(error) === "unknown";
    const isPaid = isUnanswered && !provider.demo;
    await settlePrediction(attemptId, isPaid ? lostCallUsage(ticket, 0) : usage);
    throw error;
  }
}

async function createPrediction<Request extends Attempt, Result>(
  request: Request,
  ticket: Ticket,
  { medium }: ProviderCall<Request>,
  deferred: DeferredApi<Request, Result>,
): Promise<Pending> {
  const { attemptId } = request;
  const externalId = await withEngineStatus(ports[medium], () => deferred.create(request)).catch(
    async (error: unknown) => {
      // An error that is not an AppError came after the call began.
      const isUnknown = !(error instanceof AppError) || retryabilityOf(error) === "unknown";
      await (isUnknown ? markLost(attemptId, ticket) : endPrediction(attemptId));
      throw error;
    },
  );
  // If recording fails, the prediction stays open, and the next step finds it.
  await db.prediction.update({ where: { attemptId }, data: { externalId } });
  return { lookInSeconds: pollDelaySeconds(deferred, 0) };
}

async function collectPrediction<Request extends Attempt, Result>(
  open: OpenPrediction & { externalId: string },
  { jobId, medium, deadline }: ProviderCall<Request>,
  deferred: DeferredApi<Request, Result>,
): Promise<Made<Result> | Pending> {
  const { attemptId, externalId } = open;
  let usage: ProviderUsage | undefined;
  const onUsage = (told: ProviderUsage) => {
    usage = told;
  };
  const result = await withEngineStatus(ports[medium], () =>
    deferred.fetchResult(externalId, ticketOf(open), onUsage),
  ).catch(async (error: unknown) => {
    if (retryabilityOf(error) !== "unknown") await settlePrediction(attemptId, usage);
    throw error;
  });
  if (result !== null) return { result, attemptId, usage };
  const percent = deferred.progressOf?.(externalId);
  if (percent) await sendHeartbeat(jobId, percent);
  const age = ageOf(open);
  if (age < deadline) return { lookInSeconds: pollDelaySeconds(deferred, age) };
  await cancelPrediction(open);
  const late = new AppError("ai_unavailable", timedOutMessage);
  return withEngineStatus(ports[medium], () => Promise.reject(late));
}

/** Seconds until the next poll: short without a webhook, longer with one. */
function pollDelaySeconds({ hasWebhook }: { hasWebhook: boolean }, age: number): number {
  if (hasWebhook) return age < 20_000 ? 10 : 20;
  if (age < 15_000) return age < 3_000 ? 1 : 2;
  return age < 60_000 ? 4 : 8;
}
