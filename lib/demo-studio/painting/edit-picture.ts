import type { Matrix3x3 } from "sharp";
import type { PaintRequest, PictureMask, PictureProvenance } from "@/lib/ai/painter";
import { AppError } from "@/lib/platform/errors";
import { type Composition, compose } from "./compose";
import {
  applyInstructions,
  type EditInstruction,
  editInstructionsIn,
  isLooks,
} from "./edit-instructions";
import { anyOf } from "./figures/words";
import { decodePixels, imageOf, type Pixels, pixelsOf } from "./finish/pixels";
import { renderPixels } from "./render";
import words from "./tables.json" with { type: "json" };

/**
 * Effect of an instruction on every pixel: factors per channel, contrast, saturation and
 * brightness.
 */
export const unchanged = { gain: [1, 1, 1], contrast: 1, saturation: 1, lift: 0, vignette: 0 };
type Regrade = typeof unchanged;
const moods = words.wishes.map((mood) => ({ ...unchanged, ...mood }));

const idle = /\b(?:only|just|is|are|stays?|remains?|left|there|here|now|in it|stars)\b|\P{L}/gu;
const moodsIn = (text: string) => moods.filter((mood) => anyOf(mood.words).test(text));

const withMood = (sum: Regrade, mood: Regrade): Regrade => ({
  gain: sum.gain.map((value, index) => value * (mood.gain[index] ?? 1)),
  contrast: sum.contrast * mood.contrast,
  saturation: sum.saturation * mood.saturation,
  lift: sum.lift + mood.lift,
  vignette: Math.min(0.6, sum.vignette + mood.vignette),
});

/** Redraws a picture with every instruction that the studio can draw; returns the others. */
export function redrawn(first: PaintRequest, instructions: readonly EditInstruction[]) {
  let composition = compose(first);
  const left: EditInstruction[] = [];
  for (const instruction of instructions) {
    const tries = applyInstructions(composition.request, instruction).map(compose);
    const changed = tries.find((made) => !isSame(made, composition));
    if (changed) composition = changed;
    else left.push(instruction);
  }
  return { composition, left };
}

export const isSame = (a: Composition, b: Composition) => a.back === b.back && a.front === b.front;

/**
 * Edits a picture as the prompt asks. The studio redraws its own pictures, with or without the
 * named things; on any other picture it changes light and colours. With a mask only what lies
 * within it changes. The note reports instructions that it could not fulfil.
 * @throws AppError `image_failed` when the picture cannot be read
 */
export async function editPicture(
  request: PaintRequest,
  bytes: Uint8Array,
  from: PictureProvenance | null,
) {
  const { width, height, signal, model } = request;
  const instructions = editInstructionsIn(request.prompt);
  const earlier = from?.changes.flatMap(editInstructionsIn) ?? [];
  const own =
    from && redrawn({ ...request, ...from, width, height, model }, [...earlier, ...instructions]);
  const left = own?.left ?? instructions;
  const tints = left.filter(({ text, away }) => !away && !isLooks(text) && moodsIn(text)[0]);
  const pixels = await (own ? renderPixels(own.composition, signal) : given(bytes, request));
  signal?.throwIfAborted();
  const grade = tints.flatMap(({ text }) => moodsIn(text)).reduce(withMood, unchanged);
  // "Only Zlata and Ivo are there" adds no instruction.
  const names = from?.figures.map(({ name }) => name.toLowerCase()) ?? [];
  const others = (text: string) => names.reduce((rest, name) => rest.replaceAll(name, ""), text);
  const asks = ({ text }: EditInstruction) => others(text.toLowerCase()).replace(idle, "") !== "";
  // A figure without a beard fulfils the instruction already.
  const isLeft = (one: EditInstruction) => left.includes(one) && !(one.away && isLooks(one.text));
  const unknown = instructions.filter((one) => isLeft(one) && !tints.includes(one) && asks(one));
  const whole = await regraded(pixels, grade);
  const spot = request.mask && (await within(request.mask, whole, await given(bytes, request)));
  const quoted = (wishes: EditInstruction[]) => wishes.map(({ text }) => `“${text}”`).join(", ");
  const missing = spot && !spot.isChanged && unknown.length === 0 ? instructions : [];
  const list = quoted([...unknown, ...missing]);
  return {
    pixels: spot?.pixels ?? whole,
    // Positions of heads in a picture of another painter are unknown.
    faces: own?.composition.faces ?? [],
    ...(list && { note: `I cannot draw ${list} ${missing.length > 0 ? "in that spot" : "yet"}.` }),
  };
}

/** Levels by which a pixel differs visibly, and share of the mask that shows a change. */
const visible = { levels: 24, share: 0.01 };

/** The edited picture within the mask, the given one around it. */
async function within({ png }: PictureMask, edited: Pixels, before: Pixels) {
  const { width, height } = before;
  const mask = await decodePixels(png, { width, height, fit: "fill" });
  const isInside = (at: number) => (mask.data[at] ?? 0) > 127;
  let [inside, changed] = [0, 0];
  const data = before.data.map((old, at) => {
    if (!isInside(at)) return old;
    const made = edited.data[at] ?? old;
    inside += 1;
    if (Math.abs(made - old) > visible.levels) changed += 1;
    return made;
  });
  return { pixels: { data, width, height }, isChanged: changed > inside * visible.share };
}

/** A picture of another painter, in the requested size. */
const given = (bytes: Uint8Array, { width, height }: PaintRequest) =>
  decodePixels(bytes, { width, height, fit: "cover" }).catch((cause: unknown) => {
    const text = "The picture to start from could not be read. Try another one.";
    throw new AppError("image_failed", text, { cause });
  });

export async function regraded(pixels: Pixels, grade: Regrade): Promise<Pixels> {
  const { gain, saturation, contrast, lift, vignette } = grade;
  const { width, height } = pixels;
  // Each channel mixes the picture's grey with the rest of its own colour.
  const matrix = gain.map((_, row) =>
    [0.299, 0.587, 0.114].map(
      (share, column) =>
        (gain[column] ?? 1) * (share * (1 - saturation) + (row === column ? saturation : 0)),
    ),
  ) as unknown as Matrix3x3;
  const level = 255 * (0.5 - 0.5 * contrast + lift);
  const graded = await pixelsOf(imageOf(pixels).recomb(matrix).linear(contrast, level));
  const corners = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><radialGradient id="c" r=".71"><stop stop-opacity="0"/><stop offset="1" stop-opacity="${vignette}"/></radialGradient><rect width="100%" height="100%" fill="url(#c)"/></svg>`;
  return pixelsOf(imageOf(graded).composite([{ input: Buffer.from(corners) }]));
}
