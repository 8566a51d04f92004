interface Repair {
  /** The repainted crop, in any size. */
  painted: Uint8Array;
  /** The mask in the picture's size, white where it changes. */
  maskSvg: string;
  /** The part of the picture that the painter saw, in pixels. */
  crop: { left: number; top: number; width: number; height: number };
}

export function blendSpot(source: Uint8Array, repair: Repair): Promise<{ bytes: Uint8Array }>;
