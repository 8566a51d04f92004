import "server-only";
import sharp from "sharp";
import { open } from "./encode";
import { withEncodingSlot } from "./encoding-slots";

interface Composition {
  /** The picture below, cropped to the middle; null leaves the background. */
  picture: Uint8Array | null;
  /** `#rrggbb` where there is no picture, and behind one that lets it through. */
  background: string;
  /** SVG of the whole size on top; made when it is its turn. */
  overlay: () => Promise<string>;
  width: number;
  height: number;
  format: "png" | "jpeg" | "webp";
}

/**
 * A picture with a drawing on top. What the picture's file says of where it comes from stays. One
 * at a time and after what is being stored, so that pages are served at their usual speed.
 */
export const compose = (parts: Composition): Promise<Uint8Array> =>
  withEncodingSlot("later", async () => {
    const { picture, background, width, height, format } = parts;
    const overlay = Buffer.from(await parts.overlay());
    const ground = picture
      ? open(picture).autoOrient().resize({ width, height, fit: "cover" }).flatten({ background })
      : sharp({ create: { width, height, channels: 3, background } });
    const drawn = ground.composite([{ input: overlay }]).keepXmp();
    switch (format) {
      case "png":
        return drawn.png({ compressionLevel: 6 }).toBuffer();
      case "jpeg":
        return drawn.jpeg({ quality: 92, chromaSubsampling: "4:4:4" }).toBuffer();
      case "webp":
        return drawn.webp({ quality: 90, effort: 2 }).toBuffer();
    }
  });
