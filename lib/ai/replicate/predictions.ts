import "server-only";
import { createHash } from "node:crypto";
import { z } from "zod";
import { FetchRefusedError, guardedFetch } from "@/lib/platform/http/guarded-fetch";
import { unusablePictureError } from "../pictures";
import type { DeferredApi, Ticket } from "../provider";
import { flaggedError } from "../provider-error";
import type { ProviderUsage } from "../usage";
import { createAttachments } from "./attachments";
import { createReplicateClient, isPending, type Prediction } from "./client";
import {
  errorFromPrediction,
  expiredError,
  type Medium,
  ModelRetiredError,
  noAnswerError,
  unusableVideoError,
} from "./errors";

export interface ReplicateSettings {
  token: string;
  baseUrl: string;
  /** Public https address for callbacks; absent if Replicate cannot reach us. */
  webhook?: string;
  /** Milliseconds: for a request, and for a download. */
  timeoutMs?: number;
  downloadTimeoutMs?: number;
}

const officialUrl = "https://api.replicate.com/v1";
/** Hosts of the files that models made. */
const deliveryHosts = [".replicate.delivery"];

const limitsOf: Record<Medium, { maxBytes: number; types: string[]; seconds: number }> = {
  image: { maxBytes: 32 * 1024 * 1024, types: ["image/"], seconds: 240 },
  video: { maxBytes: 64 * 1024 * 1024, types: ["video/"], seconds: 360 },
};
const downloadTimeoutMs = 60_000;
/** Tolerance for the difference between our clock and Replicate's. */
const clockSkewMs = 10_000;

const ticketShape = z.object({
  ref: z.string().max(200),
  /** Hash of the prompt without the signature. */
  mark: z.string().max(64),
  attempt: z.string().max(200).default(""),
});

/** Recognises our prediction when the answer to its creation was lost. */
const markOf = (prompt: string) => createHash("sha256").update(prompt.trimEnd()).digest("hex");

/**
 * White space after the prompt that identifies the attempt among others with the same words. The
 * account's list returns of our data only the input, and white space does not change a picture.
 */
function signatureOf(attemptId: string): string {
  const number = createHash("sha256").update(attemptId).digest().readUInt32BE(0);
  return `\n${number.toString(2).padStart(32, "0").replaceAll("0", " ").replaceAll("1", "\n")}`;
}

interface PredictionSpec<Request, Result> {
  medium: Medium;
  /** Fields of the ticket beyond the common ones. */
  ticketOf(request: Request): Ticket & { ref: string };
  promptOf(request: Request, ref: string): string;
  /** `prompt` ends with the signature of `ref`; `attach` returns the URLs of pictures. */
  inputOf(
    request: Request,
    prompt: string,
    ref: string,
    attach: ReturnType<typeof createAttachments>,
  ): Promise<Record<string, unknown>>;
  /** Records that a model is retired. @returns whether the next ticket names another model */
  onModelRetired(request: Request, ref: string): boolean;
  resultOf(bytes: Uint8Array, ticket: Ticket): Promise<Result>;
  /** Units of a successful prediction. */
  unitsOf(ticket: Ticket): { images?: number; seconds?: number };
}

/** Creates, finds, reads and cancels predictions of any model. */
export function createPredictionApi<Request extends { attemptId: string }, Result>(
  settings: ReplicateSettings,
  spec: PredictionSpec<Request, Result>,
): DeferredApi<Request, Result> {
  const { medium } = spec;
  const { webhook } = settings;
  const client = createReplicateClient(settings);
  const attach = createAttachments((jpeg) => client.upload(medium, jpeg));
  const limits = limitsOf[medium];

  async function fetchOutput(prediction: Prediction): Promise<Uint8Array> {
    const { output } = prediction;
    if (isEmptied(prediction)) throw flaggedError(new Error(`${prediction.id} has no output`));
    const address = Array.isArray(output) ? output[0] : output;
    if (prediction.data_removed || typeof address !== "string") throw expiredError(medium);
    try {
      const { bytes } = await guardedFetch(address, {
        hosts: deliveryHosts,
        ...(settings.baseUrl === officialUrl
          ? {}
          : { trustedOrigin: new URL(settings.baseUrl).origin }),
        maxBytes: limits.maxBytes,
        types: [...limits.types, "application/octet-stream"],
        deadline: settings.downloadTimeoutMs ?? downloadTimeoutMs,
      });
      return bytes;
    } catch (error) {
      if (!(error instanceof FetchRefusedError) || error.reason === "cut")
        throw noAnswerError(error);
      if (error.reason === "gone") throw expiredError(medium, error);
      throw medium === "image" ? unusablePictureError(error) : unusableVideoError(error);
    }
  }

  async function create(request: Request): Promise<string> {
    const { ref } = spec.ticketOf(request);
    const prompt = spec.promptOf(request, ref).trimEnd() + signatureOf(request.attemptId);
    const input = await spec.inputOf(request, prompt, ref, attach);
    const prediction = { input, cancelAfter: limits.seconds, ...(webhook ? { webhook } : {}) };
    try {
      return (await client.create(medium, ref, prediction)).id;
    } catch (error) {
      // No prediction was created, so the successor gets the request at once.
      if (error instanceof ModelRetiredError && spec.onModelRetired(request, ref))
        return create(request);
      throw error;
    }
  }

  return {
    hasWebhook: webhook !== undefined,
    createTicket(request) {
      const ticket = spec.ticketOf(request);
      return {
        ...ticket,
        medium,
        mark: markOf(spec.promptOf(request, ticket.ref)),
        attempt: request.attemptId,
      };
    },
    create,
    async find(ticket, since) {
      const { mark, attempt } = ticketShape.parse(ticket);
      const recent = (await client.latest(medium)).flatMap(({ id, input, created_at }) => {
        const prompt = promptIn(input);
        if (Date.parse(created_at) < since.getTime() - clockSkewMs) return [];
        return [{ id, prompt, signature: prompt.slice(prompt.trimEnd().length) }];
      });
      const signed = recent.filter(({ signature }) => signature === signatureOf(attempt));
      // Should a model's server trim the white space, a match by words is better than paying twice.
      const likely =
        signed.length > 0
          ? signed
          : recent.filter(({ prompt, signature }) => signature === "" && markOf(prompt) === mark);
      return likely.map(({ id }) => id);
    },
    async fetchResult(id, ticket, onUsage) {
      const prediction = await client.get(medium, id);
      const { status } = prediction;
      if (isPending(status)) return null;
      onUsage?.(usageOf(prediction, ticket));
      if (status !== "succeeded") throw errorFromPrediction(medium, prediction);
      return spec.resultOf(await fetchOutput(prediction), {
        ...ticket,
        ref: refOf(prediction, ticket),
      });
    },
    async fetchUsage(id, ticket) {
      const prediction = await client.get(medium, id);
      return isPending(prediction.status) ? null : usageOf(prediction, ticket);
    },
    cancel: (id) => client.cancel(medium, id),
  };

  function usageOf(ended: Prediction, ticket: Ticket): ProviderUsage {
    const isDone = ended.status === "succeeded";
    const isRefused = isDone
      ? isEmptied(ended)
      : errorFromPrediction(medium, ended).code === "content_flagged";
    return {
      provider: "replicate",
      model: refOf(ended, ticket),
      kind: medium,
      milliseconds: Math.round((ended.metrics?.predict_time ?? 0) * 1_000),
      outcome: isRefused ? "refused" : isDone ? "completed" : "failed",
      units: isDone ? spec.unitsOf(ticket) : {},
      requestId: ended.id,
    };
  }
}

/** Whether the model's filter removed the whole result. Expired results have `data_removed` set. */
const isEmptied = ({ status, output, data_removed }: Prediction): boolean =>
  status === "succeeded" &&
  !data_removed &&
  (output === null || (Array.isArray(output) && output.length === 0));

/** The model that ran: the ticket may name a model that turned out to be retired. */
const refOf = ({ model }: Prediction, ticket: Ticket): string => {
  const { ref } = ticketShape.parse(ticket);
  return model && !ref.includes(":") ? model : ref;
};

/** The prompt of a prediction; empty once Replicate has removed its input. */
function promptIn(input: unknown): string {
  const { prompt } = (input ?? {}) as { prompt?: unknown };
  return typeof prompt === "string" ? prompt : "";
}

export const replicateUrl = (baseUrl: string | undefined): string => baseUrl ?? officialUrl;
