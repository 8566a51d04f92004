import "server-only";
import type { OpenAI } from "openai";
import { AppError } from "@/lib/platform/errors";
import { FetchRefusedError, guardedFetch } from "@/lib/platform/http/guarded-fetch";
import { log } from "@/lib/platform/log";
import type { PaintedImage, Painter, PaintRequest } from "../painter";
import { renderPaintingPrompt } from "../painting-prompt";
import { fitPicture, toInputJpeg, unusablePictureError } from "../pictures";
import { referencesOf } from "../references";
import { isRetired, markRetired } from "../retired-models";
import type { ProviderUsage } from "../usage";
import { CallTimeout, type TimeoutLimits } from "./call-timeout";
import { type OpenAiAccess, openAiClient } from "./client";
import {
  hasNeverConnected,
  isModelNotFound,
  isParameterRejected,
  statusOf,
  toAppError,
} from "./errors";
import { familyOf, type ModelFamily } from "./model-families";

interface OpenAiPainterSettings extends OpenAiAccess {
  model: string;
  limits?: Partial<TimeoutLimits>;
}

/** The answer arrives in one piece, so all limits are equal. A step may take 170 s. */
const defaultTimeouts: TimeoutLimits = { firstChunk: 160_000, idle: 160_000, total: 160_000 };

/** Fields that a server may reject. They are optional because every picture is resized anyway. */
const optionalFields = ["response_format", "output_format", "quality", "size"] as const;
const maxPictureBytes = 32 * 1024 * 1024;
const downloadTimeoutMs = 30_000;

/** The image port for servers with OpenAI's images API. */
export function createOpenAiPainter(settings: OpenAiPainterSettings): Painter {
  const client = openAiClient(settings);
  const limits = { ...defaultTimeouts, ...settings.limits };
  /** The configured model, or its successor once it is retired. */
  const activeModel = (): string => {
    const { successor } = familyOf(settings.model);
    return successor && isRetired(settings.model) ? successor : settings.model;
  };

  /** Optional fields that the server rejected since this process started. */
  const refused = new Set<string>();

  /** Sends the request; retries only if the server rejects an optional field. */
  async function create(
    ...[model, family, request, openAi, call]: Parameters<typeof createOnce>
  ): ReturnType<typeof createOnce> {
    try {
      return await createOnce(model, family, request, openAi, call);
    } catch (error) {
      const fresh = optionalFields.filter(
        (field) => !refused.has(field) && isParameterRejected(error, new RegExp(`\\b${field}\\b`)),
      );
      if (fresh.length === 0) throw error;
      for (const field of fresh) refused.add(field);
      log.info({ provider: "openai", model, refused: [...refused] }, "the server refuses fields");
      return create(model, family, request, openAi, call);
    }
  }

  async function createOnce(
    model: string,
    family: ModelFamily,
    request: PaintRequest,
    { images }: OpenAI,
    { signal, onSend }: { signal: AbortSignal; onSend: () => void },
  ) {
    const options = { size: family.sizeFor(request), ...family.options };
    const body = {
      model,
      prompt: renderPaintingPrompt(request, family.maxReferences),
      n: 1,
      ...Object.fromEntries(Object.entries(options).filter(([field]) => !refused.has(field))),
    };
    const pictures = referencesOf(request, family.maxReferences);
    if (pictures.length === 0) {
      onSend();
      return images.generate(body, { signal });
    }
    const image = await Promise.all(
      pictures.map(
        async ({ bytes }, index) =>
          new File([new Uint8Array(await toInputJpeg(bytes))], `image-${index + 1}.jpg`, {
            type: "image/jpeg",
          }),
      ),
    );
    onSend();
    return images.edit({ ...body, image }, { signal });
  }

  async function paint(request: PaintRequest): Promise<PaintedImage> {
    request.signal?.throwIfAborted();
    const model = activeModel();
    const family = familyOf(model);
    if (request.initialImage && !family.canEdit) {
      throw new AppError(
        "image_failed",
        "The image model of this site cannot change a picture. A new one can be made instead.",
        { permanent: true },
      );
    }
    const openAi = await client();
    const timeout = new CallTimeout(limits, request.signal);
    const start = performance.now();
    const reportUsage = (
      outcome: ProviderUsage["outcome"],
      units: ProviderUsage["units"],
      requestId?: string | null,
    ) =>
      request.onUsage?.({
        provider: "openai",
        model,
        kind: "image",
        milliseconds: Math.round(performance.now() - start),
        outcome,
        units,
        ...(requestId ? { requestId } : {}),
      });
    let isAwaitingAnswer = false;
    const onSend = () => {
      isAwaitingAnswer = true;
    };
    try {
      const { signal } = timeout;
      const answer = await create(model, family, request, openAi, { signal, onSend });
      isAwaitingAnswer = false;
      const isRefused = answer.data?.length === 0;
      reportUsage(isRefused ? "refused" : "completed", unitsOf(answer), answer._request_id);
      if (isRefused) throw flaggedError();
      const fitted = await fitPicture(await bytesOf(answer, settings.baseUrl), request);
      // The API reports no faces.
      return { ...fitted, mediaType: "image/jpeg", faces: [] };
    } catch (error) {
      // The call was sent, but got no answer: the picture may have been made and paid.
      if (isAwaitingAnswer && statusOf(error) === undefined && !hasNeverConnected(error)) {
        reportUsage("unknown", { images: 1 });
      }
      timeout.throwIfTimedOut();
      if (family.successor && isModelNotFound(error)) {
        markRetired("openai", model, family.successor);
        return paint(request);
      }
      const failure = toAppError(error, {
        label: "The image service",
        model,
        variable: "OPENAI_IMAGE_MODEL",
      });
      if (failure.code === "content_flagged" && failure !== error) reportUsage("refused", {});
      throw failure;
    } finally {
      timeout.clear();
    }
  }

  return {
    get name() {
      return activeModel();
    },
    demo: false,
    get onlyModel() {
      return activeModel();
    },
    billed: () => ({ provider: "openai", model: activeModel() }),
    maxReferences: () => familyOf(activeModel()).maxReferences,
    paint,
  };
}

function unitsOf({ usage, data }: OpenAI.ImagesResponse): ProviderUsage["units"] {
  const images = data?.length === 0 ? 0 : 1;
  return usage
    ? { images, inputTokens: usage.input_tokens, outputTokens: usage.output_tokens }
    : { images };
}

/** The error for a successful response without a picture, which the server's filter removed. */
const flaggedError = () =>
  new AppError(
    "content_flagged",
    "This description was flagged as sensitive. Change the wording and try again.",
  );

/**
 * The picture of an answer; downloads it if the answer is a URL.
 * @throws AppError `invalid_image` if the answer has no picture, `image_failed` if the URL no
 * longer works
 */
async function bytesOf(
  { data }: OpenAI.ImagesResponse,
  baseUrl = "https://api.openai.com/v1",
): Promise<Uint8Array> {
  const { b64_json, url } = data?.[0] ?? {};
  const encoded = b64_json || url;
  if (typeof encoded !== "string" || encoded === "") {
    throw unusablePictureError(new Error("response without b64_json and url"));
  }
  const inline = /^data:image\/[\w.+-]+;base64,/.exec(encoded)?.[0];
  if (b64_json || inline) return Buffer.from(encoded.slice(inline?.length ?? 0), "base64");
  try {
    const { bytes } = await guardedFetch(new URL(encoded, baseUrl).href, {
      hosts: "public",
      trustedOrigin: new URL(baseUrl).origin,
      maxBytes: maxPictureBytes,
      types: ["image/", "application/octet-stream", "binary/octet-stream"],
      deadline: downloadTimeoutMs,
    });
    return bytes;
  } catch (error) {
    // The picture is made and paid for: only the author may decide to pay again.
    const isLost = error instanceof FetchRefusedError && /^(cut|gone)$/.test(error.reason);
    if (!isLost) throw unusablePictureError(error);
    throw new AppError(
      "image_failed",
      "The finished picture could not be fetched from the image service. Please try again.",
      { permanent: true, cause: error },
    );
  }
}
