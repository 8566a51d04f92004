import "server-only";
import type { OpenAI } from "openai";
import { AppError } from "@/lib/platform/errors";
import type { PaintedImage, Painter, PaintRequest } from "../painter";
import { renderPaintingPrompt } from "../painting-prompt";
import { fitPicture, picturesOf, toInputJpeg, unusablePicture } from "../pictures";
import type { ProviderUsage } from "../usage";
import { type OpenAiAccess, openAiClient } from "./client";
import { type Caller, toAppError } from "./failures";
import { familyOf } from "./model-families";
import { type Limits, Patience } from "./patience";

interface OpenAiPainterSettings extends OpenAiAccess {
  model: string;
  limits?: Partial<Limits>;
}

/** The whole picture comes at once, so there is no beginning to wait for. A step may take 170 s. */
const usual: Limits = { first: 160_000, pause: 160_000, whole: 160_000 };

/** The image port on servers that offer OpenAI's images. */
export function createOpenAiPainter(settings: OpenAiPainterSettings): Painter {
  const { model } = settings;
  const client = openAiClient(settings);
  const family = familyOf(model);
  const limits = { ...usual, ...settings.limits };
  const caller: Caller = { who: "The painter", model, variable: "OPENAI_IMAGE_MODEL" };

  async function create(request: PaintRequest, { images }: OpenAI, signal: AbortSignal) {
    const body = {
      model,
      prompt: renderPaintingPrompt(request),
      n: 1,
      size: family.sizeFor(request),
      ...family.options,
    };
    const pictures = picturesOf(request).slice(0, Math.max(1, family.references));
    if (!request.initialImage && (family.references === 0 || pictures.length === 0)) {
      return images.generate(body, { signal });
    }
    const image = await Promise.all(
      pictures.map(
        async (bytes, index) =>
          new File([new Uint8Array(await toInputJpeg(bytes))], `image-${index + 1}.jpg`, {
            type: "image/jpeg",
          }),
      ),
    );
    return images.edit({ ...body, image }, { signal });
  }

  async function paint(request: PaintRequest): Promise<PaintedImage> {
    request.signal?.throwIfAborted();
    if (request.initialImage && !family.refines) {
      throw new AppError(
        "image_failed",
        "The image model of this site cannot change a picture. A new one can be made instead.",
        { permanent: true },
      );
    }
    const openAi = await client();
    const patience = new Patience(limits, request.signal);
    const start = performance.now();
    const tell = (
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
    try {
      const answer = await create(request, openAi, patience.signal);
      tell("completed", unitsOf(answer), answer._request_id);
      const fitted = await fitPicture(bytesOf(answer), request);
      // Where heads are in it, nobody says.
      return { ...fitted, mediaType: "image/jpeg", faces: [] };
    } catch (error) {
      patience.check();
      const failure = toAppError(error, caller);
      if (failure.code === "content_flagged") tell("refused", {});
      throw failure;
    } finally {
      patience.close();
    }
  }

  return {
    name: model,
    demo: false,
    onlyModel: model,
    billed: () => ({ provider: "openai", model }),
    maxReferences: () => family.references,
    paint,
  };
}

function unitsOf({ usage }: OpenAI.ImagesResponse): ProviderUsage["units"] {
  return usage
    ? { images: 1, inputTokens: usage.input_tokens, outputTokens: usage.output_tokens }
    : { images: 1 };
}

/** @throws AppError `invalid_image` where the answer carries no picture */
function bytesOf({ data }: OpenAI.ImagesResponse): Uint8Array {
  const encoded = data?.[0]?.b64_json;
  if (typeof encoded !== "string" || encoded === "") {
    throw unusablePicture(new Error("an answer without b64_json"));
  }
  return Buffer.from(encoded, "base64");
}
