import { z } from "zod";
import { unsupported } from "./definition";
import { parseRetryAfter } from "./duration";
import { HttpRequestError, type HttpResponse, sendRequest } from "./http-request";
import {
  EXECUTION_VERSION,
  headers,
  type Operation,
  operation,
  type ProtocolError,
  protocolError,
} from "./protocol";
import type { ClaimedItem } from "./queue";
import { DISCOVERY } from "./runs";
import { canonicalJson, sign, verify } from "./signature";

/** Result of a call. */
export type CallResult =
  /** The function returned. */
  | { kind: "returned"; output: unknown }
  /** Steps ran or were discovered. */
  | {
      kind: "steps";
      operations: Operation[];
      noRetry: boolean;
      retryAfterMs: number | null;
    }
  /** The function threw, or the call was interrupted or timed out. */
  | {
      kind: "threw";
      error: ProtocolError;
      noRetry: boolean;
      retryAfterMs: number | null;
      /** The answer was incomplete: the app may or may not have run the step. */
      brokeOff: boolean;
    }
  /** The app was unreachable, so nothing ran. */
  | { kind: "unreachable"; reason: string };

type Threw = Extract<CallResult, { kind: "threw" }>;

export const threw = (error: ProtocolError, more: Partial<Threw> = {}): Threw => ({
  kind: "threw",
  error,
  noRetry: false,
  retryAfterMs: null,
  brokeOff: false,
  ...more,
});

const operations = z.array(operation).min(1).max(5_000);

function requestBody(item: ClaimedItem): string {
  return canonicalJson({
    version: EXECUTION_VERSION,
    event: item.event,
    events: [item.event],
    steps: Object.fromEntries(item.steps.map(({ id, state }) => [id, state])),
    // Without `fn_id` the SDK never reports steps to checkpoint calls, whatever its settings.
    ctx: {
      run_id: item.runId,
      attempt: item.attempt,
      max_attempts: item.definition.maxAttempts,
      disable_immediate_execution: item.stepId !== DISCOVERY,
      use_api: false,
      stack: { stack: item.steps.map(({ id }) => id), current: item.steps.length },
    },
  });
}

function requestUrl(item: ClaimedItem): string {
  const url = new URL(item.definition.url);
  url.searchParams.set("fnId", item.definition.id);
  url.searchParams.set("stepId", item.stepId);
  return url.href;
}

/**
 * Sends one signed call request and classifies the answer. An error of the app is a result and
 * never thrown.
 */
export async function callFunction(
  item: ClaimedItem,
  signingKey: string,
  options: { timeoutMs: number; signal: AbortSignal },
): Promise<CallResult> {
  const body = requestBody(item);
  let response: HttpResponse;
  try {
    response = await sendRequest(
      "POST",
      requestUrl(item),
      {
        "content-type": "application/json",
        [headers.signature]: sign(body, signingKey),
        [headers.serverKind]: "cloud",
      },
      body,
      options,
    );
  } catch (error) {
    if (!(error instanceof HttpRequestError)) throw error;
    if (!error.reached) return { kind: "unreachable", reason: error.message };
    const message = `The call to the app broke off: ${error.message}`;
    return threw({ name: "Error", message }, { brokeOff: true });
  }
  return readResponse(response, signingKey, item.definition.id);
}

function header(response: HttpResponse, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** Classifies a complete answer. */
function readResponse(response: HttpResponse, signingKey: string, functionId: string): CallResult {
  // Only an answer signed by the SDK counts: any other comes from a proxy, a page of the app, or an
  // SDK that refused our signature. None of these ran anything.
  if (!verify(header(response, headers.signature), response.body, signingKey)) {
    const reason =
      response.status === 401
        ? "The app refused the engine's signature; both need the same signing key"
        : `The app answered ${response.status} without the SDK's signature`;
    return { kind: "unreachable", reason };
  }
  let body: unknown;
  try {
    body = response.body === "" ? null : JSON.parse(response.body);
  } catch {
    body = { message: "The app's answer is no JSON" };
    response = { ...response, status: 500 };
  }
  const version = header(response, headers.requestVersion) ?? String(EXECUTION_VERSION);
  if (version !== String(EXECUTION_VERSION)) {
    const message = unsupported(functionId, `execution version ${version}`);
    return threw({ name: "Error", message }, { noRetry: true });
  }
  const noRetry = header(response, headers.noRetry) === "true";
  const retryAfterMs = parseRetryAfter(header(response, headers.retryAfter));
  if (response.status === 200) return { kind: "returned", output: body };
  if (response.status === 206) {
    const parsed = operations.safeParse(Array.isArray(body) ? body : [body]);
    if (parsed.success) return { kind: "steps", operations: parsed.data, noRetry, retryAfterMs };
    body = { message: `The app's answer holds no valid steps: ${parsed.error.message}` };
  }
  return threw(protocolError.parse(body), { noRetry, retryAfterMs });
}
