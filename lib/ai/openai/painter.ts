import "server-only";
import type { OpenAI } from "openai";
import { AppError } from "@/lib/platform/errors";
import type { PaintedImage, Painter, PaintRequest } from "../painter";
import { renderPaintingPrompt } from "../painting-prompt";
import { fitPicture, toInputJpeg, unusablePictureError } from "../pictures";
import { referencesOf } from "../references";
import { isRetired, markRetired } from "../retired-models";
import type { ProviderUsage } from "../usage";
import { CallTimeout, type TimeoutLimits } from "./call-timeout";
import { type OpenAiAccess, openAiClient } from "./client";
import { hasNeverConnected, isModelNotFound, statusOf, toAppError } from "./errors";
import { familyOf, type ModelFamily } from "./model-families";

interface OpenAiPainterSettings extends OpenAiAccess {
  model: string;
  limits?: Partial<TimeoutLimits>;
}

/** The answer arrives in one piece, so all limits are equal. A step may take 170 s. */
const defaultTimeouts: TimeoutLimits = { firstChunk: 160_000, idle: 160_000, total: 160_000 };

/** The image port for servers with OpenAI's images API. */
export function createOpenAiPainter(settings: OpenAiPainterSettings): Painter {
  const client = openAiClient(settings);
  const limits = { ...defaultTimeouts, ...settings.limits };
  /** The configured model, or its successor once it is retired. */
  const activeModel = (): string => {
    const { successor } = familyOf(settings.model);
    return successor && isRetired(settings.model) ? successor : settings.model;
  };

  async function create(
    model: string,
    family: ModelFamily,
    request: PaintRequest,
    { images }: OpenAI,
    { signal, onSend }: { signal: AbortSignal; onSend: () => void },
  ) {
    const body = {
      model,
      prompt: renderPaintingPrompt(request, family.maxReferences),
      n: 1,
      size: family.sizeFor(request),
      ...family.options,
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
      reportUsage("completed", unitsOf(answer), answer._request_id);
      const fitted = await fitPicture(bytesOf(answer), request);
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
      if (failure.code === "content_flagged") reportUsage("refused", {});
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

function unitsOf({ usage }: OpenAI.ImagesResponse): ProviderUsage["units"] {
  return usage
    ? { images: 1, inputTokens: usage.input_tokens, outputTokens: usage.output_tokens }
    : { images: 1 };
}

/** @throws AppError `invalid_image` if the answer has no picture */
function bytesOf({ data }: OpenAI.ImagesResponse): Uint8Array {
  const encoded = data?.[0]?.b64_json;
  if (typeof encoded !== "string" || encoded === "") {
    throw unusablePictureError(new Error("response without b64_json"));
  }
  return Buffer.from(encoded, "base64");
}
