import { setImmediate } from "node:timers/promises";

/** A picture as bytes, three per pixel. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

/** Runs a pass over the rows in slices, so that nothing else on the server waits for it. */
export async function eachRow(
  pixels: Pixels,
  signal: AbortSignal | undefined,
  pass: (y: number, start: number) => void,
) {
  const slice = Math.max(16, Math.floor(220_000 / pixels.width));
  for (let y = 0; y < pixels.height; y++) {
    if (y > 0 && y % slice === 0) {
      await setImmediate();
      signal?.throwIfAborted();
    }
    pass(y, y * pixels.width * 3);
  }
}

export const byte = (value: number) => (value < 0 ? 0 : Math.min(value, 255));

/** Goes from 0 to 1 between two edges. */
export const step = (value: number, from: number, to: number) => {
  const share = (value - from) / (to - from);
  return share < 0 ? 0 : share > 1 ? 1 : share * share * (3 - 2 * share);
};
