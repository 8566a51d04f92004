import "server-only";
import { createHash } from "node:crypto";
import { jpegDataUri, toInputJpeg } from "../pictures";

/**
 * Base64 of all pictures inside one request, in bytes; Replicate advises files for more than a
 * megabyte.
 */
const maxInlineBytes = 1_000_000;
/** Pixels of the longest side of pictures on a server that keeps no files; the first that fits. */
const smallerSides = [768, 512, 384, 256];
/** Milliseconds for which a file is used again; Replicate keeps it for a day. */
const fileTtlMs = 3_600_000;
const maxRemembered = 200;

interface UploadedFile {
  url: Promise<string | null>;
  at: number;
}

/**
 * Makes the addresses of reference pictures: data URIs as far as they fit into one request, files of
 * the provider for the others. The panels of a scene share the files.
 * @param upload resolves to a file's address, or null if the server keeps no files
 */
export function createAttachments(upload: (jpeg: Uint8Array) => Promise<string | null>) {
  const files = new Map<string, UploadedFile>();

  function fileOf(jpeg: Uint8Array): Promise<string | null> {
    const key = createHash("sha256").update(jpeg).digest("base64");
    const known = files.get(key);
    if (known && performance.now() - known.at < fileTtlMs) return known.url;
    const url = upload(jpeg);
    files.delete(key);
    files.set(key, { url, at: performance.now() });
    url.catch(() => files.delete(key));
    const oldest = files.size > maxRemembered ? files.keys().next().value : undefined;
    if (oldest !== undefined) files.delete(oldest);
    return url;
  }

  return async (pictures: Uint8Array[], longest?: number): Promise<string[]> => {
    const jpegs = await Promise.all(pictures.map((bytes) => toInputJpeg(bytes, longest)));
    let room = maxInlineBytes;
    const addresses = await Promise.all(
      jpegs.map((jpeg) => {
        const address = jpegDataUri(jpeg);
        if (address.length > room) return fileOf(jpeg);
        room -= address.length;
        return address;
      }),
    );
    const made = addresses.filter((address) => address !== null);
    return made.length === addresses.length ? made : shrink(jpegs);
  };
}

async function shrink(jpegs: Buffer[]): Promise<string[]> {
  let made: string[] = [];
  for (const side of smallerSides) {
    made = (await Promise.all(jpegs.map((jpeg) => toInputJpeg(jpeg, side)))).map(jpegDataUri);
    if (made.join("").length <= maxInlineBytes) break;
  }
  return made;
}
