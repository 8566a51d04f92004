import { thumbHashToAverageRGBA } from "thumbhash";

/** The picture's average colour, for its place on the page until it has arrived. */
export function averageColour(placeholder: string | null): string | undefined {
  if (!placeholder) return undefined;
  const bytes = Uint8Array.from(atob(placeholder), (character) => character.charCodeAt(0));
  const { r, g, b } = thumbHashToAverageRGBA(bytes);
  const channel = (value: number) => Math.round(value * 255);
  return `rgb(${channel(r)} ${channel(g)} ${channel(b)})`;
}
