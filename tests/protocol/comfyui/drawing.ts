import { createHash } from "node:crypto";
import sharp from "sharp";
import { isLink, type Prompt } from "./validation";

/** What a run draws: one colour of its words and seed, within the mask of its picture if it has one. */
export async function draw(prompt: Prompt, uploads: Map<string, Buffer>): Promise<Buffer> {
  const nodes = Object.values(prompt);
  const source = (node: Prompt[string] | undefined, field: string) => {
    const link = node?.inputs[field];
    return isLink(link) ? prompt[link[0]] : undefined;
  };
  const sampler = nodes.find(({ class_type }) => class_type === "KSampler");
  const words = source(sampler, "positive")?.inputs ?? {};
  const hash = createHash("sha256").update(
    JSON.stringify([words.text ?? words.prompt, sampler?.inputs.seed]),
  );
  const [r = 0, g = 0, b = 0] = hash.digest();
  const background = { r, g, b };
  const latent = source(sampler, "latent_image");
  const masked = latent?.class_type === "SetLatentNoiseMask" ? latent : undefined;
  const encoded = masked ? source(masked, "samples") : latent;
  const loaded = (node: Prompt[string] | undefined) => uploads.get(String(node?.inputs.image));
  const picture = loaded(source(encoded, "pixels"));
  if (!picture) {
    const [width = 1, height = 1] = [encoded?.inputs.width, encoded?.inputs.height].map(Number);
    return sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer();
  }
  const { width = 0, height = 0 } = await sharp(picture).metadata();
  const change = loaded(source(masked, "mask"));
  const red = change ? await sharp(change).extractChannel("red").raw().toBuffer() : null;
  const raw = { width, height, channels: 1 } as const;
  const opacity = red ?? Buffer.alloc(width * height, 255);
  const paint = sharp({ create: { width, height, channels: 3, background } });
  const patch = await paint.joinChannel(opacity, { raw }).png().toBuffer();
  return sharp(picture)
    .composite([{ input: patch }])
    .png()
    .toBuffer();
}
