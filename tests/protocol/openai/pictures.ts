import sharp from "sharp";

const made = new Map<string, Promise<string>>();

/** A real picture of the size that was asked for, as a server that offers images answers. */
export async function pictureReply(body: { size?: string }) {
  const size = body.size ?? "1024x1024";
  if (!made.has(size)) made.set(size, draw(size));
  return { json: pictureAnswer((await made.get(size)) ?? "") };
}

export const pictureAnswer = (b64_json: string) => ({
  created: 1_763_769_600,
  output_format: "jpeg",
  data: [{ b64_json }],
  usage: { input_tokens: 50, output_tokens: 1056, total_tokens: 1106 },
});

async function draw(size: string): Promise<string> {
  const [width = 1024, height = 1024] = size.split("x").map(Number);
  const background = { r: 90, g: 120, b: 160 };
  const picture = sharp({ create: { width, height, channels: 3, background } });
  return (await picture.jpeg().toBuffer()).toString("base64");
}
