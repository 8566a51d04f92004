import "server-only";
import type { OpenAI } from "openai";
import { AppError } from "@/lib/platform/errors";
import { isGone, noteGone } from "../gone";
import type { PaintedImage, Painter, PaintRequest } from "../painter";
import { renderPaintingPrompt } from "../painting-prompt";
import { fitPicture, toInputJpeg, unusablePicture } from "../pictures";
import { referencesOf } from "../references";
import type { ProviderUsage } from "../usage";
import { type OpenAiAccess, openAiClient } from "./client";
import { saysGone, statusOf, toAppError, wasNeverTaken } from "./failures";
import { familyOf, type ModelFamily } from "./model-families";
import { type Limits, Patience } from "./patience";

interface OpenAiPainterSettings extends OpenAiAccess {
  model: string;
  limits?: Partial<Limits>;
}

/** The whole picture comes at once, so there is no beginning to wait for. A step may take 170 s. */
const usual: Limits = { first: 160_000, pause: 160_000, whole: 160_000 };

/** The image port on servers that offer OpenAI's images. */
export function createOpenAiPainter(settings: OpenAiPainterSettings): Painter {
  const client = openAiClient(settings);
  const limits = { ...usual, ...settings.limits };
  /** The model that is set, or what has taken its place. */
  const atWork = (): string => {
    const { successor } = familyOf(settings.model);
    return successor && isGone(settings.model) ? successor : settings.model;
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
      prompt: renderPaintingPrompt(request, family.references),
      n: 1,
      size: family.sizeFor(request),
      ...family.options,
    };
    const pictures = referencesOf(request, family.references);
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
    const model = atWork();
    const family = familyOf(model);
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
    let isUnheard = false;
    const onSend = () => {
      isUnheard = true;
    };
    try {
      const { signal } = patience;
      const answer = await create(model, family, request, openAi, { signal, onSend });
      isUnheard = false;
      tell("completed", unitsOf(answer), answer._request_id);
      const fitted = await fitPicture(bytesOf(answer), request);
      // Where heads are in it, nobody says.
      return { ...fitted, mediaType: "image/jpeg", faces: [] };
    } catch (error) {
      // Sent, and no answer came: it may be made and paid for all the same.
      if (isUnheard && statusOf(error) === undefined && !wasNeverTaken(error)) {
        tell("unknown", { images: 1 });
      }
      patience.check();
      if (family.successor && saysGone(error)) {
        noteGone("openai", model, family.successor);
        return paint(request);
      }
      const failure = toAppError(error, {
        who: "The painter",
        model,
        variable: "OPENAI_IMAGE_MODEL",
      });
      if (failure.code === "content_flagged") tell("refused", {});
      throw failure;
    } finally {
      patience.close();
    }
  }

  return {
    get name() {
      return atWork();
    },
    demo: false,
    get onlyModel() {
      return atWork();
    },
    billed: () => ({ provider: "openai", model: atWork() }),
    maxReferences: () => familyOf(atWork()).references,
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
