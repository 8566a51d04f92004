import "server-only";
import { roundSide } from "../aspect-ratio";
import type { PaintRequest } from "../painter";
import { markedChange, toPng } from "../pictures";
import { type ChosenLoras, chooseLoras } from "../prompts/loras";
import { negativePrompt, positivePrompt } from "../prompts/negative-prompt";
import { referencesOf } from "../prompts/painting-prompt";
import { seedNumber } from "../seed-number";
import type { Offers } from "./offers";

/** How much of a picture changes: an edit keeps the composition, a repair redraws its spot. */
const strength = { edit: 0.55, repair: 0.85 };
/** Weight of a reference picture: more would copy its posture too. */
const referenceWeight = 0.7;

const encoded = async (bytes: Uint8Array) => (await toPng(bytes)).toString("base64");

interface SdRequest {
  path: string;
  body: Record<string, unknown>;
  note?: string;
}

/**
 * The call for a request. These models draw a description and follow no instructions, so a change is
 * added to the words that the picture was made from, if they are known.
 * @param options fields that the operator has set
 */
export async function requestOf(
  request: PaintRequest,
  offers: Offers,
  options: Record<string, unknown>,
): Promise<SdRequest> {
  const { initialImage, mask, width, height } = request;
  const described = mask ? request : await describedAnew(request);
  const { found, note } = chooseLoras(
    described.figures,
    offers.loras.map(({ name }) => name),
  );
  const max = offers.references?.most ?? 0;
  const prompt = positivePrompt(described, max, true);
  const init = initialImage && {
    init_images: [await encoded(initialImage.bytes)],
    denoising_strength: mask ? strength.repair : strength.edit,
    ...(mask && {
      mask: (await markedChange(mask.png, initialImage.bytes)).toString("base64"),
      // Noise covers the picture itself, and the model sees its surroundings.
      inpainting_fill: 1,
      inpaint_full_res: false,
      mask_blur: 4,
      inpainting_mask_invert: 0,
    }),
  };
  return {
    path: `/sdapi/v1/${init ? "img2img" : "txt2img"}`,
    body: {
      negative_prompt: negativePrompt,
      batch_size: 1,
      seed: seedNumber(request.seed),
      width: roundSide(width),
      height: roundSide(height),
      ...options,
      ...init,
      ...withLoras(prompt, found, offers),
      ...(await referenceFields(described, offers)),
    },
    ...(note ? { note } : {}),
  };
}

/** The request for a changed picture as one that draws it from words. */
async function describedAnew(request: PaintRequest): Promise<PaintRequest> {
  const { initialImage, prompt } = request;
  const source = await initialImage?.loadProvenance?.();
  if (!source) return request;
  const { model: _, changes, ...made } = source;
  return { ...request, ...made, prompt: [made.prompt, ...changes, prompt].join("\n") };
}

function withLoras(prompt: string, found: ChosenLoras["found"], { loras }: Offers) {
  const paths = new Map(loras.flatMap(({ name, path }) => (path ? [[name, path] as const] : [])));
  if (paths.size > 0) {
    const lora = found.map(({ file, weight }) => ({ path: paths.get(file), multiplier: weight }));
    return { prompt, ...(lora.length > 0 ? { lora } : {}) };
  }
  return {
    prompt: [prompt, ...found.map(({ file, weight }) => `<lora:${file}:${weight}>`)].join(" "),
  };
}

/** Reference pictures in the form that the server accepts. */
async function referenceFields(request: PaintRequest, { references }: Offers) {
  if (!references) return {};
  const { initialImage: _, ...fresh } = request;
  const pictures = referencesOf(fresh, references.most);
  if (pictures.length === 0) return {};
  const images = await Promise.all(pictures.map(({ bytes }) => encoded(bytes)));
  if (references.way === "native") return { extra_images: images };
  const { module, model } = references;
  const unit = { enabled: true, module, model, weight: referenceWeight, pixel_perfect: true };
  return {
    alwayson_scripts: { controlnet: { args: images.map((image) => ({ ...unit, image })) } },
  };
}
