import type { Asset } from "@trustnxt/c2pa-ts/asset";

/** Adds WebP to a reader of JPEG and PNG: the credentials are in the chunk `C2PA`. */
export class WebpAsset implements Asset {
  readonly mimeType = "image/webp";
  readonly #bytes: Buffer;
  readonly #chunk: { start: number; length: number } | null;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes);
    this.#chunk = this.#find();
  }

  #find() {
    for (let at = 12; at + 8 <= this.#bytes.length; ) {
      const length = this.#bytes.readUInt32LE(at + 4);
      if (this.#bytes.toString("latin1", at, at + 4) === "C2PA") return { start: at, length };
      at += 8 + length + (length % 2);
    }
    return null;
  }

  getDataLength(): number {
    return this.#bytes.length;
  }

  async getDataRange(start = 0, length = this.#bytes.length - start): Promise<Uint8Array> {
    return this.#bytes.subarray(start, start + length);
  }

  getManifestJUMBF(): Uint8Array | undefined {
    const chunk = this.#chunk;
    return chunk
      ? this.#bytes.subarray(chunk.start + 8, chunk.start + 8 + chunk.length)
      : undefined;
  }

  getHashExclusionRange(): { start: number; length: number } {
    if (!this.#chunk) throw new Error("The picture has no content credentials.");
    return { start: this.#chunk.start, length: this.#chunk.length + 8 };
  }

  dumpInfo(): string {
    return `${this.#bytes.length} bytes`;
  }

  ensureManifestSpace(): never {
    throw new Error("This reads alone.");
  }

  writeManifestJUMBF(): never {
    throw new Error("This reads alone.");
  }
}
