import "server-only";
import type { OpenAI } from "openai";
import { AppError } from "@/lib/platform/errors";
import { FetchRefusedError, guardedFetch } from "@/lib/platform/http/guarded-fetch";
import { log } from "@/lib/platform/log";
import { checkOpenAi } from "@/lib/platform/status/engine-checks";
import type { PaintedImage, PainterModels, PaintRequest } from "../painter";
import { fitPicture, markedChange, toInputJpeg, toPng, unusablePictureError } from "../pictures";
import { referencesOf, renderPaintingPrompt } from "../prompts/painting-prompt";
import type { ImmediateProvider } from "../provider";
import { flaggedError, ProviderError } from "../provider-error";
import { isRetired, markRetired } from "../retired-models";
import type { ProviderUsage } from "../usage";
import { type OpenAiAccess, openAiClient } from "./client";
import { arePicturesRejected, isModelNotFound, isParameterRejected } from "./errors";
import { meteredCall } from "./metered-call";
import { familyOf, type ModelFamily } from "./model-families";

interface OpenAiPainterSettings extends OpenAiAccess {
  model: string;
  /** Milliseconds for an answer. */
  limit?: number;
}

/** A step may take 170 s. */
const defaultLimit = 160_000;

/** Fields that a server may reject. They are optional because every picture is resized anyway. */
const optionalFields = ["response_format", "output_format", "quality", "size", "mask"] as const;
const maxPictureBytes = 32 * 1024 * 1024;
const downloadTimeoutMs = 30_000;

/** The image port for servers with OpenAI's images API. */
export function createOpenAiPainter(
  settings: OpenAiPainterSettings,
): PainterModels & ImmediateProvider<PaintRequest, PaintedImage> {
  const client = openAiClient(settings);
  const { limit = defaultLimit } = settings;
  /** The configured model, or its successor once it is retired. */
  const activeModel = (): string => {
    const { successor } = familyOf(settings.model);
    return successor && isRetired(settings.model) ? successor : settings.model;
  };

  /** Optional fields that the server rejected since this process started. */
  const refused = new Set<string>();
  const maxReferences = (model: string) =>
    refused.has("references") ? 0 : familyOf(model).maxReferences;

  /** Sends the request; retries only if the server rejects an optional field. */
  async function create(
    images: OpenAI["images"],
    body: { model: string; prompt: string; image: File[]; mask?: File },
    options: Record<string, string>,
    signal: AbortSignal,
  ): Promise<OpenAI.ImagesResponse & { _request_id?: string | null }> {
    // Without its mask the whole picture would change: the next attempt sends the part around it.
    if (body.mask && refused.has("mask")) throw maskRefusedError();
    const { image, ...rest } = body;
    const fields = Object.entries({ ...rest, n: 1, ...options });
    const order = Object.fromEntries(
      fields.filter(([field]) => !refused.has(field)),
    ) as unknown as OpenAI.ImageGenerateParamsNonStreaming;
    try {
      return await (image.length === 0
        ? images.generate(order, { signal })
        : images.edit({ ...order, image } as OpenAI.ImageEditParamsNonStreaming, { signal }));
    } catch (error) {
      const fresh = optionalFields.filter(
        (field) => !refused.has(field) && isParameterRejected(error, new RegExp(`\\b${field}\\b`)),
      );
      if (fresh.length === 0) throw error;
      for (const field of fresh) refused.add(field);
      const { model } = body;
      log.info({ provider: "openai", model, refused: [...refused] }, "the server refuses fields");
      return create(images, body, options, signal);
    }
  }

  async function make(request: PaintRequest): Promise<PaintedImage> {
    const { initialImage, signal, onUsage } = request;
    signal?.throwIfAborted();
    const model = activeModel();
    const family = familyOf(model);
    if (initialImage && !family.canEdit) {
      throw new AppError(
        "image_failed",
        "The image model of this site cannot change a picture. A new one can be made instead.",
        { permanent: true },
      );
    }
    const { images } = await client();
    const max = maxReferences(model);
    const image = await Promise.all(
      referencesOf(request, max).map(async ({ bytes }, index) =>
        fileOf(await toInputJpeg(bytes), `image-${index + 1}.jpg`, "image/jpeg"),
      ),
    );
    const masked = await maskedFiles(request, family);
    const prompt = renderPaintingPrompt(request, max);
    const options = { size: family.sizeFor(request), ...family.options };
    const call = { provider: "openai", model, kind: "image", units: { images: 1 } } as const;
    const caller = { label: "The image service", model, variable: "OPENAI_IMAGE_MODEL" };
    return meteredCall({ call, caller, limit, signal, onUsage }, async (ended, report) => {
      const body = masked
        ? { model, prompt, image: [masked.image, ...image.slice(1)], mask: masked.mask }
        : { model, prompt, image };
      const hasReferences = image.length > (initialImage ? 1 : 0);
      const answer = await create(images, body, options, ended).catch((error: unknown) => {
        if (family.successor && isModelNotFound(error))
          markRetired("openai", model, family.successor);
        else if (family.isUnknown && hasReferences && arePicturesRejected(error))
          refused.add("references");
        else throw error;
        return null;
      });
      if (!answer && family.isUnknown) return makeWithout(request);
      if (!answer) return make(request);
      const isRefused = answer.data?.length === 0;
      report(isRefused ? "refused" : "completed", unitsOf(answer), answer._request_id);
      // The server's filter removed the picture.
      if (isRefused) throw flaggedError();
      const bytes = await fitPicture(await bytesOf(answer, settings.baseUrl), request);
      // The API reports no faces.
      return { bytes, faces: [], carried: image.length - (initialImage ? 1 : 0) };
    });
  }

  /** If the picture can be made without references, they caused the error. */
  async function makeWithout(request: PaintRequest): Promise<PaintedImage> {
    const painted = await make(request).catch((error: unknown) => {
      refused.delete("references");
      throw error;
    });
    log.info({ provider: "openai", model: activeModel() }, "the server refuses reference pictures");
    const note = "Drawn without reference pictures: the image server of this site takes none.";
    return { ...painted, note };
  }

  return {
    get name() {
      return activeModel();
    },
    vendor: "OpenAI",
    demo: false,
    get onlyModel() {
      return activeModel();
    },
    billed: () => ({ provider: "openai", model: activeModel() }),
    check: () => checkOpenAi(activeModel()),
    takesMask: () => familyOf(activeModel()).takesMask === true && !refused.has("mask"),
    maxReferences: () => maxReferences(activeModel()),
    make,
  };
}

const maskRefusedError = () =>
  new ProviderError("image_failed", "The image service takes no mask. Please try again.", "anew");

const fileOf = (bytes: Uint8Array, name: string, type: string) =>
  new File([new Uint8Array(bytes)], name, { type });

/** The picture to repair and its mask, which must be of one format and size; null for other requests. */
async function maskedFiles({ initialImage, mask }: PaintRequest, { takesMask }: ModelFamily) {
  if (!initialImage || !mask || !takesMask) return null;
  const { bytes } = initialImage;
  return {
    image: fileOf(await toPng(bytes), "image-1.png", "image/png"),
    mask: fileOf(await markedChange(mask.png, bytes), "mask.png", "image/png"),
  };
}

function unitsOf({ usage, data }: OpenAI.ImagesResponse): ProviderUsage["units"] {
  const images = data?.length === 0 ? 0 : 1;
  return usage
    ? { images, inputTokens: usage.input_tokens, outputTokens: usage.output_tokens }
    : { images };
}

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
