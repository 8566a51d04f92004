import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
  WebMOutputFormat,
} from "mediabunny";

/** The key frame of VP8 inside a lossy WebP file. */
export function vp8Of(webp: Uint8Array): Uint8Array {
  const view = new DataView(webp.buffer, webp.byteOffset, webp.byteLength);
  for (let at = 12; at + 8 <= webp.length; ) {
    const name = String.fromCharCode(...webp.subarray(at, at + 4));
    const size = view.getUint32(at + 4, true);
    if (name === "VP8 ") return webp.subarray(at + 8, at + 8 + size);
    at += 8 + size + (size % 2);
  }
  throw new Error("The WebP file holds no VP8 frame");
}

/** Packs key frames of VP8 into a WebM file. */
export async function packWebm(
  frames: readonly Uint8Array[],
  size: { width: number; height: number },
  framesPerSecond: number,
): Promise<Uint8Array> {
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource("vp8");
  output.addVideoTrack(source, { frameRate: framesPerSecond });
  await output.start();
  const duration = 1 / framesPerSecond;
  for (const [index, data] of frames.entries()) {
    await source.add(new EncodedPacket(data, "key", index * duration, duration), {
      decoderConfig: { codec: "vp8", codedWidth: size.width, codedHeight: size.height },
    });
  }
  await output.finalize();
  if (!target.buffer) throw new Error("The WebM file stayed empty");
  return new Uint8Array(target.buffer);
}
