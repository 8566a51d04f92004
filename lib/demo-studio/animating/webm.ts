import * as video from "mediabunny";

/** The VP8 key frame of a lossy WebP file without transparency: the file contains nothing else. */
export function vp8Of(webp: Buffer): Uint8Array {
  const kind = webp.toString("latin1", 12, 16);
  if (kind !== "VP8 ") throw new Error(`The WebP file begins with ${kind}, not with a VP8 frame`);
  return webp.subarray(20, 20 + webp.readUInt32LE(16));
}

type Size = { width: number; height: number };
/** Packs VP8 key frames into a WebM file. */
export async function packWebm(frames: readonly Uint8Array[], size: Size, framesPerSecond: number) {
  const target = new video.BufferTarget();
  const output = new video.Output({ format: new video.WebMOutputFormat(), target });
  const source = new video.EncodedVideoPacketSource("vp8");
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  await output.start();
  const duration = 1 / framesPerSecond;
  const coded = { codedWidth: size.width, codedHeight: size.height };
  const config = { decoderConfig: { codec: "vp8", ...coded } };
  for (const [index, data] of frames.entries())
    await source.add(new video.EncodedPacket(data, "key", index * duration, duration), config);
  await output.finalize();
  if (!target.buffer) throw new Error("The WebM file stayed empty");
  return new Uint8Array(target.buffer);
}
