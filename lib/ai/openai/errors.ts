import "server-only";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { hasNeverConnected } from "../connection";
import { flaggedError } from "../provider-error";
import { isRefusalMessage } from "../provider-messages";
import { markRetired } from "../retired-models";
import { retryAfterOf } from "../retry-after";

/** The service that made a call, and the setting that the administrator can change. */
export interface Caller {
  /** As authors read it, such as 'The writer'. */
  label: string;
  model: string;
  /** Environment variable that names the model. */
  variable: string;
}

/** Fields of the vendor's errors, typed here so that the SDK with its classes stays lazy. */
interface VendorError {
  status?: number;
  code?: string | null;
  type?: string;
  message?: string;
  /** The error's body; if there is no status, the error came within a stream. */
  error?: unknown;
  headers?: Headers;
  requestID?: string | null;
}

/**
 * The cause of our errors, safe to log: the vendor's own error quotes prompts and, after a wrong
 * key, parts of that key.
 */
class OpenAiFailure extends Error {
  override readonly name = "OpenAiFailure";
}

const safeToken = (text: unknown): string =>
  typeof text === "string" && /^[\w.:-]{1,60}$/.test(text) ? text : "";

const flagCodes =
  /^(content_policy_violation|content_filter|moderation_blocked|safety_violations)$/;
const quotaCodes =
  /^(insufficient_quota|billing_hard_limit_reached|billing_not_active|insufficient_balance)$/;

const hasCode = (error: VendorError, codes: RegExp) =>
  codes.test(error.code ?? "") || codes.test(error.type ?? "");

const isFlag = (error: VendorError): boolean =>
  hasCode(error, flagCodes) ||
  (isRequestAtFault(error.status) && isRefusalMessage(error.message ?? ""));

/** An error event within a stream has no status. */
const isRequestAtFault = (status: number | undefined): boolean =>
  status === undefined || status === 400 || status === 403 || status === 422 || status === 451;

/** Whether the server rejected a parameter that it does not support. */
export const isParameterRejected = (thrown: unknown, part: RegExp): boolean => {
  const { status, message } = thrown as VendorError;
  return (
    (status === 400 || status === 422 || status === 501) &&
    !isFlag(thrown as VendorError) &&
    part.test(message ?? "")
  );
};

/** Whether the server has no call that takes pictures, or takes fewer or none. */
export const arePicturesRejected = (thrown: unknown): boolean => {
  const { status, code } = thrown as VendorError;
  const hasNoCall = status === 405 || (status === 404 && code !== "model_not_found");
  return hasNoCall || status === 415 || isParameterRejected(thrown, /\bimages?\b/i);
};

const contextCodes =
  /^(context_length_exceeded|context_window_exceeded|exceed_context_size_error)$/;
const contextWords =
  /context[ _-]?(?:length|window|size|limit)|\bn_ctx\b|exceeds? the (?:\w+ ){0,3}context|maximum (?:sequence|model|input) length|too many (?:input )?tokens|(?:prompt|input)s? (?:is|are) too (?:long|large)|request too large/i;

/** Whether the prompt has more tokens than the model or the server takes. */
export const isContextExceeded = (thrown: unknown): boolean => {
  const error = thrown as VendorError;
  return (
    error.status !== 401 && (hasCode(error, contextCodes) || contextWords.test(error.message ?? ""))
  );
};

/**
 * The numbers of an error message, such as a token limit. Its text may quote secrets, so it is not
 * shown.
 */
export function numbersOf(thrown: unknown): string[] {
  const { message = "", status } = thrown as VendorError;
  const numbers = message.replace(`${status} `, "").match(/\b\d[\d,]{2,9}\b/g);
  return [...new Set(numbers)].slice(0, 4);
}

const answerFaultCodes = /^(json_validate_failed|output_parse_failed|tool_use_failed)$/;

/** Whether the server rejected its own model's answer: the next answer may be valid. */
export const isAnswerFault = (thrown: unknown): boolean => {
  const error = thrown as VendorError;
  return (
    hasCode(error, answerFaultCodes) ||
    /failed_generation|failed to (?:generate|validate|parse) (?:valid )?json|generated json does not/i.test(
      error.message ?? "",
    )
  );
};

/**
 * Whether the chat template accepts only the roles user and assistant. Some templates fail with
 * status 500.
 */
export const isSystemRoleRejected = (thrown: unknown): boolean => {
  const { status = 0, message = "" } = thrown as VendorError;
  return (
    (status === 400 || status === 422 || status >= 500) &&
    /system (?:role|message|instruction|prompt)s? (?:is |are )?not (?:supported|enabled|allowed)|only user(?:,| and) (?:and )?(?:assistant|model)|roles must alternate|developer instruction is not enabled|(?:unsupported|invalid|unknown) role:? .{0,3}system/i.test(
      message,
    )
  );
};

/** OpenAI's code for an unknown model; a proxy may send 410 without a code. */
export const isModelNotFound = (thrown: unknown): boolean => {
  const { status, code } = thrown as VendorError;
  return status === 410 || (status === 404 && code === "model_not_found");
};

export const statusOf = (thrown: unknown): number | undefined => (thrown as VendorError).status;

/** Whether a call got no answer although the server may have received it. */
export const isUnanswered = (thrown: unknown): boolean =>
  !(thrown instanceof AppError) && statusOf(thrown) === undefined && !hasNeverConnected(thrown);

/**
 * Maps an error of the vendor's client to an AppError. An error that only the administrator can fix
 * is logged with advice and is not retried.
 * @param hasBegun whether the answer had begun
 */
export function toAppError(thrown: unknown, caller: Caller, hasBegun = false): AppError {
  if (thrown instanceof AppError) return thrown;
  const error = thrown as VendorError;
  const cause = causeOf(thrown);
  const fail = (code: ErrorCode, message: string, permanent = false) =>
    new AppError(code, message, {
      cause,
      ...(permanent ? { permanent } : { retryAfter: retryAfterOf(error.headers) }),
    });
  if (isFlag(error)) {
    return flaggedError(cause);
  }
  if (error.status === 402 || hasCode(error, quotaCodes)) {
    logAdvice(
      caller,
      error,
      "The account has no quota left: check plan and billing at the provider.",
    );
    return fail(
      "ai_unavailable",
      `${caller.label}'s quota is used up. Please try again later.`,
      true,
    );
  }
  if (isContextExceeded(error)) {
    const advice = `A request exceeds the context of ${caller.model}: the server named ${numbersOf(error).join(", ") || "no numbers"}. Give the model a larger context, or choose another one with ${caller.variable}.`;
    logAdvice(caller, error, advice);
    const message = `${caller.label} cannot take a request of this length. Please try a shorter text, or tell the administrator of this site.`;
    return new AppError("ai_unavailable", message, { cause, permanent: true, advice });
  }
  if (isAnswerFault(error)) {
    return fail("ai_unavailable", `${caller.label}'s answer could not be used. Please try again.`);
  }
  // The painter handles a retired model with a successor before this point.
  if (isModelNotFound(error)) markRetired("openai", caller.model, null);
  const advice = adviceFor(error, caller);
  if (advice) {
    logAdvice(caller, error, advice);
    return fail(
      "ai_unavailable",
      `${caller.label} is not set up correctly. The administrator of this site has been told.`,
      true,
    );
  }
  if (error.status === 429 || hasCode(error, /^(rate_limit_exceeded|requests|tokens)$/)) {
    return fail("ai_rate_limited", `${caller.label} is busy. Please try again in a moment.`);
  }
  if (hasBegun || (error.status === undefined && error.error)) {
    return fail("ai_unavailable", `${caller.label} broke off its answer. Please try again.`);
  }
  return fail("ai_unavailable", `${caller.label} cannot be reached. Please try again later.`);
}

/** Advice to the administrator; null if a retry may help. */
function adviceFor({ status, code }: VendorError, { model, variable }: Caller): string | null {
  switch (status) {
    case 301:
    case 302:
    case 307:
    case 308:
      return "The server redirects to another address: set OPENAI_BASE_URL to that one.";
    case 401:
      return "The key was refused: check OPENAI_API_KEY and OPENAI_BASE_URL.";
    case 403:
      return `The key may not use the model ${model}: check its permissions, or ${variable}.`;
    case 404:
    case 410:
      return `There is no model ${model}, or nothing at this address: check ${variable} and OPENAI_BASE_URL.`;
    case 400:
    case 405:
    case 413:
    case 415:
    case 422:
    case 501:
      return `The request was refused (${safeToken(code) || status}): the server or the model ${model} does not take what is asked for; check ${variable}.`;
    default:
      return null;
  }
}

function logAdvice({ label, model }: Caller, error: VendorError, advice: string): void {
  const { status } = error;
  const facts = { status, code: safeToken(error.code), requestId: safeToken(error.requestID) };
  log.error({ provider: "openai", model, ...facts }, `${label}: ${advice}`);
}

function causeOf(thrown: unknown): Error {
  const { status, code, type, name, requestID } = thrown as VendorError & { name?: string };
  const below = (thrown as { cause?: { code?: string; cause?: { code?: string } } }).cause;
  const parts = [
    status,
    safeToken(code) || safeToken(type),
    safeToken(name),
    safeToken(below?.code ?? below?.cause?.code),
    safeToken(requestID),
  ];
  return new OpenAiFailure(parts.filter(Boolean).join(" "));
}
