// Blends a repaired spot into its picture. Plain JavaScript, so that the worker thread loads
// it without a build (`worker.mjs`).
import sharp from "sharp";
import { openPicture } from "./pictures.mjs";

/** Pixels over which the new part fades into the old one, inside the mask. */
const widestSeam = 24;
/** Pixels beside the spot whose colours are compared. */
const bandWidth = 24;
/** Pixels by which a painter may have moved the picture. */
const farthestShift = 8;
/** Levels. A greater difference is other content rather than a shift of tone by the painter. */
const greatestDrift = 64;

/**
 * A picture in which only the pixels of the mask come from a painter, as a PNG of the picture's
 * size. Shifts and tints by mistake are undone, as estimated beside the spot; the new part fades in
 * inside the mask.
 * @throws Error for a painting that cannot be read
 */
export async function blendSpot(source, { painted, maskSvg, crop }) {
  const size = { width: crop.width, height: crop.height };
  const whole = await openPicture(source)
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true });
  const part = await openPicture(painted)
    .autoOrient()
    .resize({ ...size, fit: "cover" })
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer();
  const drawn = await sharp(Buffer.from(maskSvg))
    .removeAlpha()
    .extract(crop)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const view = createView(whole, part, drawn, crop);
  const { width, height, channels } = whole.info;
  blend(view, whole.data, channels);
  const bytes = await sharp(whole.data, { raw: { width, height, channels } })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return { bytes };
}

/** The crop of the picture, its repainted version and the mask, in the coordinates of the crop. */
function createView(whole, part, drawn, { left, top, width, height }) {
  const { channels, width: across } = whole.info;
  const isInside = new Uint8Array(width * height);
  const spot = { left: width, top: height, right: -1, bottom: -1 };
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (drawn.data[at * drawn.info.channels] < 128) continue;
      isInside[at] = 1;
      spot.left = Math.min(spot.left, x);
      spot.right = Math.max(spot.right, x);
      spot.top = Math.min(spot.top, y);
      spot.bottom = Math.max(spot.bottom, y);
    }
  }
  const paintedAt = (x, y) => 3 * (clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1));
  const wholeAt = (x, y) => channels * ((top + y) * across + left + x);
  return { width, height, isInside, spot, before: whole.data, part, wholeAt, paintedAt };
}

const clamp = (value, least, most) => Math.min(most, Math.max(least, value));

function blend(view, data, channels) {
  const { width, height, isInside, part, wholeAt, paintedAt } = view;
  const shift = findShift(view);
  const tones = [0, 1, 2].map((channel) => matchTone(view, shift, channel));
  const depth = depthOf(isInside, width, height);
  let deepest = 0;
  for (let at = 0; at < depth.length; at++) if (depth[at] > deepest) deepest = depth[at];
  const seam = clamp(0.8 * deepest, 1, widestSeam) + 1;
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (isInside[at] === 0) continue;
      const share = fade(Math.min(1, depth[at] / seam));
      const to = wholeAt(x, y);
      const from = paintedAt(x + shift.x, y + shift.y);
      for (let channel = 0; channel < 3; channel++) {
        const { gain, offset } = tones[channel];
        const wanted = clamp(part[from + channel] * gain + offset, 0, 255);
        data[to + channel] = Math.round(data[to + channel] * (1 - share) + wanted * share);
      }
      if (channels === 4) data[to + 3] = Math.round(data[to + 3] * (1 - share) + 255 * share);
    }
  }
}

/** From 0 to 1, level at both ends. */
const fade = (t) => t * t * t * (t * (6 * t - 15) + 10);

/**
 * Distance of each pixel of the mask to the nearest pixel outside, in pixels. The edge of the
 * picture counts as inside, because nothing beyond it has to match.
 */
function depthOf(isInside, width, height) {
  const depth = new Float32Array(width * height);
  const nearest = (x, y, step) => {
    const at = y * width + x;
    let least = depth[at];
    const look = (dx, dy, cost) => {
      const [nx, ny] = [x + dx, y + dy];
      if (nx < 0 || nx >= width || ny < 0 || ny >= height) return;
      least = Math.min(least, depth[ny * width + nx] + cost);
    };
    look(step, 0, 1);
    look(0, step, 1);
    look(step, step, Math.SQRT2);
    look(-step, step, Math.SQRT2);
    depth[at] = least;
  };
  for (let at = 0; at < depth.length; at++) depth[at] = isInside[at] ? width + height : 0;
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) nearest(x, y, -1);
  for (let y = height - 1; y >= 0; y--) for (let x = width - 1; x >= 0; x--) nearest(x, y, 1);
  return depth;
}

/** The distance by which a painter has moved the surroundings of the spot, in pixels. */
function findShift({ width, height, isInside, before, part, wholeAt, paintedAt }) {
  const grey = (bytes, at) => 0.3 * bytes[at] + 0.6 * bytes[at + 1] + 0.1 * bytes[at + 2];
  const samples = [];
  // An odd step, so that the samples do not fall into columns.
  const step = Math.max(1, Math.floor((width * height) / 4_000)) | 1;
  for (let at = 0; at < isInside.length; at += step) {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (isInside[at] === 0) samples.push({ x, y, value: grey(before, wholeAt(x, y)) });
  }
  /** The variance of the difference, which another brightness does not change. */
  const misfit = (dx, dy) => {
    let [sum, squares] = [0, 0];
    for (const { x, y, value } of samples) {
      const difference = grey(part, paintedAt(x + dx, y + dy)) - value;
      sum += difference;
      squares += difference * difference;
    }
    return squares / samples.length - (sum / samples.length) ** 2;
  };
  const rest = { x: 0, y: 0 };
  if (samples.length < 100) return rest;
  const still = misfit(0, 0);
  let best = { ...rest, misfit: still };
  for (let y = -farthestShift; y <= farthestShift; y++) {
    for (let x = -farthestShift; x <= farthestShift; x++) {
      const found = misfit(x, y);
      if (found < best.misfit) best = { x, y, misfit: found };
    }
  }
  return best.misfit < 0.7 * still ? best : rest;
}

/**
 * Gain and offset that match one channel of a painting to the picture beside the spot: by the mean
 * and the spread of the pixels whose difference is near the median.
 */
function matchTone(
  { width, height, isInside, spot, before, part, wholeAt, paintedAt },
  shift,
  channel,
) {
  const pairs = [];
  const [right, bottom] = [spot.right + bandWidth, spot.bottom + bandWidth];
  for (let y = Math.max(0, spot.top - bandWidth); y <= Math.min(height - 1, bottom); y++) {
    for (let x = Math.max(0, spot.left - bandWidth); x <= Math.min(width - 1, right); x++) {
      if (isInside[y * width + x]) continue;
      const made = part[paintedAt(x + shift.x, y + shift.y) + channel];
      pairs.push({ made, lack: before[wholeAt(x, y) + channel] - made });
    }
  }
  const same = { gain: 1, offset: 0 };
  if (pairs.length < 100) return same;
  const { lack: median } = pairs.toSorted((a, b) => a.lack - b.lack)[pairs.length >> 1];
  if (Math.abs(median) > greatestDrift) return same;
  const near = pairs.filter(({ lack }) => Math.abs(lack - median) <= 40);
  const made = spreadOf(near.map((pair) => pair.made));
  const kept = spreadOf(near.map((pair) => pair.made + pair.lack));
  const gain = made.spread > 4 ? clamp(kept.spread / made.spread, 0.75, 1.33) : 1;
  return { gain, offset: kept.mean - gain * made.mean };
}

function spreadOf(values) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, spread: Math.sqrt(squares / values.length) };
}
