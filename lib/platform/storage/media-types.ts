/** What we store, by the extension of its key. Nothing here can carry a script. */
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

/** The media type of an object's key, or null for a key that cannot be one of ours. */
export function mediaTypeOf(key: string): string | null {
  const extension = keyShape.exec(key)?.[1];
  return extension && Object.hasOwn(mediaTypes, extension)
    ? mediaTypes[extension as MediaExtension]
    : null;
}
