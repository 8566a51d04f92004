/** Colour as red, green and blue from 0 to 1. */
export type Rgb = readonly [number, number, number];

export const clamp = (value: number, least = 0, most = 1) => Math.max(least, Math.min(value, most));

/** Reads `#rrggbb`. */
export function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
}

export function hex([red, green, blue]: Rgb): string {
  const byte = (value: number) => Math.round(clamp(value) * 255);
  return `#${((byte(red) << 16) | (byte(green) << 8) | byte(blue)).toString(16).padStart(6, "0")}`;
}

export const mix = (from: Rgb, to: Rgb, share: number): Rgb => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
  from[2] + (to[2] - from[2]) * share,
];

export const multiply = (a: Rgb, b: Rgb): Rgb => [a[0] * b[0], a[1] * b[1], a[2] * b[2]];

/** Perceived brightness, 0 to 1. */
export const luminance = ([red, green, blue]: Rgb) => 0.299 * red + 0.587 * green + 0.114 * blue;

/** Scales the distance from grey: 0 is grey, 1 unchanged, above 1 more vivid. */
export function saturate(color: Rgb, amount: number): Rgb {
  const grey = luminance(color);
  return mix([grey, grey, grey], color, amount).map((one) => clamp(one)) as unknown as Rgb;
}

/** Mixes two `#rrggbb` colours. */
export const blend = (from: string, to: string, share: number) =>
  hex(mix(rgb(from), rgb(to), share));
export const lighten = (color: string, share: number) => blend(color, "#ffffff", share);
export const darken = (color: string, share: number) => blend(color, "#000000", share);
