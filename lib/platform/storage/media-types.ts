/** Media types by extension. None can contain a script. */
const mediaTypes = {
  jpg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  webm: "video/webm",
  mp4: "video/mp4",
} as const;

export type MediaExtension = keyof typeof mediaTypes;

const keyShape = /^[0-9a-f]{64}\.([a-z0-9]{2,8})$/;

/** Media type of an object's key; null for a malformed key. */
export function mediaTypeOf(key: string): string | null {
  const extension = keyShape.exec(key)?.[1];
  return extension && Object.hasOwn(mediaTypes, extension)
    ? mediaTypes[extension as MediaExtension]
    : null;
}
