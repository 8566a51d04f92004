import "server-only";
import { createHash } from "node:crypto";
import { z } from "zod";
import { FetchRefused, guardedFetch } from "../../http/guarded-fetch";
import type { Deferred, Ticket } from "../deferred";
import { unusablePicture } from "../pictures";
import type { OnUsage } from "../usage";
import { createReplicateClient, isUnderWay, type Prediction } from "./client";
import { expired, failureOf, type Medium, unheard, unusableVideo } from "./failures";

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

const ticketShape = z.object({ ref: z.string(), mark: z.string() });

/** By what a prediction is recognised as ours where the answer to its creation was lost. */
const markOf = (input: Record<string, unknown>) =>
  createHash("sha256").update(String(input.prompt)).digest("hex");

interface Work<Request, Result> {
  medium: Medium;
  /** What tickets carry besides. */
  ticketOf(request: Request): Ticket & { ref: string };
  inputOf(request: Request): Promise<Record<string, unknown>>;
  promptOf(request: Request): string;
  resultOf(bytes: Uint8Array, ticket: Ticket): Promise<Result>;
  /** What a success costs. */
  unitsOf(ticket: Ticket): { images?: number; seconds?: number };
}

/** The life of a prediction, of whatever model. */
export function predictions<Request, Result>(
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

  return {
    provider: "replicate",
    tells: webhook !== undefined,
    ticketOf: (request) => ({
      ...work.ticketOf(request),
      mark: markOf({ prompt: work.promptOf(request) }),
    }),
    async begin(request) {
      const { ref } = work.ticketOf(request);
      const input = await work.inputOf(request);
      const order = { input, cancelAfter: limits.seconds, ...(webhook ? { webhook } : {}) };
      return (await client.create(medium, ref, order)).id;
    },
    async find(ticket, since) {
      const { mark } = ticketShape.parse(ticket);
      const isOurs = ({ input, created_at }: Prediction) =>
        Date.parse(created_at) >= since.getTime() - skew &&
        markOf((input ?? {}) as Record<string, unknown>) === mark;
      return (await client.latest(medium)).filter(isOurs).map(({ id }) => id);
    },
    async collect(id, ticket, onUsage) {
      const prediction = await client.get(medium, id);
      const { status } = prediction;
      if (isUnderWay(status)) return null;
      const isDone = status === "succeeded";
      tell(onUsage, prediction, ticket, isDone);
      if (!isDone) throw failureOf(medium, prediction);
      return work.resultOf(await fetchOutput(prediction), ticket);
    },
    cancel: (id) => client.cancel(medium, id),
  };

  function tell(onUsage: OnUsage | undefined, done: Prediction, ticket: Ticket, isDone: boolean) {
    const failure = isDone ? undefined : failureOf(medium, done);
    onUsage?.({
      provider: "replicate",
      model: ticketShape.parse(ticket).ref,
      kind: medium,
      milliseconds: Math.round((done.metrics?.predict_time ?? 0) * 1_000),
      outcome: isDone ? "completed" : failure?.code === "content_flagged" ? "refused" : "failed",
      units: isDone ? work.unitsOf(ticket) : {},
      requestId: done.id,
    });
  }
}

/** The address of the official service, where no other is set. */
export const replicateUrl = (baseUrl: string | undefined): string => baseUrl ?? officialUrl;

/** A number for models that take a seed: the same for the same words. */
export const seedNumber = (seed: string): number =>
  createHash("sha256").update(seed).digest().readUInt32BE(0) & 0x7fffffff;
