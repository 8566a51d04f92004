import "server-only";
import { createHash } from "node:crypto";
import { z } from "zod";
import { FetchRefused, guardedFetch } from "@/lib/platform/http/guarded-fetch";
import type { Deferred, Ticket } from "../deferred";
import { unusablePicture } from "../pictures";
import type { ProviderUsage } from "../usage";
import { createReplicateClient, isUnderWay, type Prediction } from "./client";
import { expired, failureOf, type Medium, ModelGone, unheard, unusableVideo } from "./failures";

export interface ReplicateSettings {
  token: string;
  baseUrl: string;
  /** Where it tells us of an end: public and https; absent where it cannot reach us. */
  webhook?: string;
  /** Milliseconds: for one request, for fetching what was made, between two looks. */
  patience?: number;
  fetchPatience?: number;
  lookEvery?: number;
}

const officialUrl = "https://api.replicate.com/v1";
/** Where Replicate keeps what models have made. */
const deliveryHosts = [".replicate.delivery"];

const limitsOf: Record<Medium, { maxBytes: number; types: string[]; seconds: number }> = {
  image: { maxBytes: 32 * 1024 * 1024, types: ["image/"], seconds: 240 },
  video: { maxBytes: 64 * 1024 * 1024, types: ["video/"], seconds: 360 },
};
const fetchPatience = 60_000;
/** Clocks differ. */
const skew = 10_000;

const ticketShape = z.object({
  ref: z.string().max(200),
  /** Of the words alone. */
  mark: z.string().max(64),
  attempt: z.string().max(200).default(""),
});

/** By what a prediction is recognised as ours where the answer to its creation was lost. */
const markOf = (prompt: string) => createHash("sha256").update(prompt.trimEnd()).digest("hex");

/**
 * White space behind the prompt that tells an attempt from all others in the same words: what was
 * asked is all of ours that the account's list gives back, and no model draws white space.
 */
function signatureOf(attemptId: string): string {
  const number = createHash("sha256").update(attemptId).digest().readUInt32BE(0);
  return `\n${number.toString(2).padStart(32, "0").replaceAll("0", " ").replaceAll("1", "\n")}`;
}

interface Work<Request, Result> {
  medium: Medium;
  /** What tickets carry besides. */
  ticketOf(request: Request): Ticket & { ref: string };
  promptOf(request: Request, ref: string): string;
  /** With the prompt as it is to be sent. */
  inputOf(request: Request, prompt: string, ref: string): Promise<Record<string, unknown>>;
  /** Notes that a model is gone. @returns whether the next ticket names another one */
  whenGone(request: Request, ref: string): boolean;
  resultOf(bytes: Uint8Array, ticket: Ticket): Promise<Result>;
  /** What a success costs. */
  unitsOf(ticket: Ticket): { images?: number; seconds?: number };
}

/** The life of a prediction, of whatever model. */
export function predictions<Request extends { attemptId: string }, Result>(
  settings: ReplicateSettings,
  work: Work<Request, Result>,
): Deferred<Request, Result> {
  const { medium } = work;
  const { webhook } = settings;
  const client = createReplicateClient(settings);
  const limits = limitsOf[medium];

  async function fetchOutput(prediction: Prediction): Promise<Uint8Array> {
    const { output } = prediction;
    const address = Array.isArray(output) ? output[0] : output;
    if (prediction.data_removed || typeof address !== "string") throw expired(medium);
    try {
      const { bytes } = await guardedFetch(address, {
        hosts: deliveryHosts,
        ...(settings.baseUrl === officialUrl
          ? {}
          : { trustedOrigin: new URL(settings.baseUrl).origin }),
        maxBytes: limits.maxBytes,
        types: [...limits.types, "application/octet-stream"],
        deadline: settings.fetchPatience ?? fetchPatience,
      });
      return bytes;
    } catch (error) {
      if (!(error instanceof FetchRefused) || error.reason === "cut") throw unheard(error);
      if (error.reason === "gone") throw expired(medium, error);
      throw medium === "image" ? unusablePicture(error) : unusableVideo(error);
    }
  }

  async function begin(request: Request): Promise<string> {
    const { ref } = work.ticketOf(request);
    const prompt = work.promptOf(request, ref).trimEnd() + signatureOf(request.attemptId);
    const input = await work.inputOf(request, prompt, ref);
    const order = { input, cancelAfter: limits.seconds, ...(webhook ? { webhook } : {}) };
    try {
      return (await client.create(medium, ref, order)).id;
    } catch (error) {
      // Nothing was ordered, so the successor is asked at once.
      if (error instanceof ModelGone && work.whenGone(request, ref)) return begin(request);
      throw error;
    }
  }

  return {
    tells: webhook !== undefined,
    ticketOf(request) {
      const ticket = work.ticketOf(request);
      return {
        ...ticket,
        medium,
        mark: markOf(work.promptOf(request, ticket.ref)),
        attempt: request.attemptId,
      };
    },
    begin,
    async find(ticket, since) {
      const { mark, attempt } = ticketShape.parse(ticket);
      const recent = (await client.latest(medium)).flatMap(({ id, input, created_at }) => {
        const prompt = promptIn(input);
        if (Date.parse(created_at) < since.getTime() - skew) return [];
        return [{ id, prompt, signature: prompt.slice(prompt.trimEnd().length) }];
      });
      const signed = recent.filter(({ signature }) => signature === signatureOf(attempt));
      // Should white space get lost on the way, words are better than paying twice.
      const likely =
        signed.length > 0
          ? signed
          : recent.filter(({ prompt, signature }) => signature === "" && markOf(prompt) === mark);
      return likely.map(({ id }) => id);
    },
    async collect(id, ticket, onUsage) {
      const prediction = await client.get(medium, id);
      const { status } = prediction;
      if (isUnderWay(status)) return null;
      onUsage?.(usageOf(prediction, ticket));
      if (status !== "succeeded") throw failureOf(medium, prediction);
      return work.resultOf(await fetchOutput(prediction), {
        ...ticket,
        ref: refOf(prediction, ticket),
      });
    },
    async usageOf(id, ticket) {
      const prediction = await client.get(medium, id);
      return isUnderWay(prediction.status) ? null : usageOf(prediction, ticket);
    },
    cancel: (id) => client.cancel(medium, id),
  };

  function usageOf(ended: Prediction, ticket: Ticket): ProviderUsage {
    const isDone = ended.status === "succeeded";
    const isRefused = !isDone && failureOf(medium, ended).code === "content_flagged";
    return {
      provider: "replicate",
      model: refOf(ended, ticket),
      kind: medium,
      milliseconds: Math.round((ended.metrics?.predict_time ?? 0) * 1_000),
      outcome: isDone ? "completed" : isRefused ? "refused" : "failed",
      units: isDone ? work.unitsOf(ticket) : {},
      requestId: ended.id,
    };
  }
}

/** Which model has worked: the ticket was written before it was known that one is gone. */
const refOf = ({ model }: Prediction, ticket: Ticket): string => {
  const { ref } = ticketShape.parse(ticket);
  return model && !ref.includes(":") ? model : ref;
};

/** What a prediction was asked, as far as it still says so. */
function promptIn(input: unknown): string {
  const { prompt } = (input ?? {}) as { prompt?: unknown };
  return typeof prompt === "string" ? prompt : "";
}

/** The address of the official service, where no other is set. */
export const replicateUrl = (baseUrl: string | undefined): string => baseUrl ?? officialUrl;

/** A number for models that take a seed: the same for the same words. */
export const seedNumber = (seed: string): number =>
  createHash("sha256").update(seed).digest().readUInt32BE(0) & 0x7fffffff;
