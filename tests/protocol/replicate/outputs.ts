import type { ServerResponse } from "node:http";
import sharp from "sharp";
import { drip, type Fault, faulty } from "./faults";

/** The output of a model, as Replicate delivers it. */
export interface Output {
  bytes: Uint8Array;
  mediaType: string;
  extension: string;
}

const area = 1024 * 1024;
const step = 16;

/** Pixels of the picture that a model makes of an input: by ratio as the real ones do, nearly. */
export function sizeOf(input: Record<string, unknown>): { width: number; height: number } {
  if (input.size === "custom" || input.aspect_ratio === "custom") {
    return { width: Number(input.width), height: Number(input.height) };
  }
  const [across = 1, down = 1] = String(input.aspect_ratio ?? "1:1")
    .split(":")
    .map(Number);
  const round = (value: number) => Math.round(value / step) * step;
  return {
    width: round(Math.sqrt((area * across) / down)),
    height: round(Math.sqrt((area * down) / across)),
  };
}

/** A picture of one colour. */
export async function usualOutput(_: string, input: Record<string, unknown>): Promise<Output> {
  const background = { r: String(input.prompt).length % 256, g: 90, b: 120 };
  const bytes = await sharp({ create: { ...sizeOf(input), channels: 3, background } })
    .jpeg()
    .toBuffer();
  return { bytes, mediaType: "image/jpeg", extension: "jpg" };
}

/** Sends what was made, for as long as it is kept, or what it was told instead. */
export function deliver(
  output: Output | undefined,
  fault: Fault | undefined,
  response: ServerResponse,
): void {
  if (fault && "cut" in fault && output) {
    const length = String(output.bytes.byteLength);
    response.writeHead(200, { "content-type": output.mediaType, "content-length": length });
    response.write(output.bytes.subarray(0, 100), () => response.destroy());
    return;
  }
  if (fault && "drip" in fault) drip(response, "image/jpeg");
  else if (fault) faulty(fault, response, {});
  else if (!output) response.writeHead(404).end();
  else response.writeHead(200, { "content-type": output.mediaType }).end(output.bytes);
}
