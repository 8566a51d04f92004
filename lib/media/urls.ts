import type { ImageDto, MediaVariant } from "./schema";

/** The columns of MediaObject that an address and a `srcset` need. */
export interface MediaFacts {
  sha256: string;
  extension: string;
  width: number | null;
  height: number | null;
  placeholder: string | null;
  variants: unknown;
}

type Named = Pick<MediaFacts, "sha256" | "extension">;

/** The storage key of an object, which is also its file name. */
export const keyOf = ({ sha256, extension }: Named): string => `${sha256}.${extension}`;

/** Address of an object: `/media/<sha256>.<extension>`. */
export const mediaUrlOf = (media: Named): string => `/media/${keyOf(media)}`;

/** Address of an object; null without one. */
export const maybeMediaUrl = (media: Named | null | undefined): string | null =>
  media ? mediaUrlOf(media) : null;

/** The object that an address names; null for a foreign address. */
export function parseMediaUrl(url: string): Named | null {
  const match = /^\/media\/([0-9a-f]{64})\.([a-z0-9]{2,8})$/.exec(url);
  return match?.[1] && match[2] ? { sha256: match[1], extension: match[2] } : null;
}

/** The smaller encodings of a picture. */
export const variantsOf = ({ variants }: Pick<MediaFacts, "variants">) =>
  (Array.isArray(variants) ? variants : []) as MediaVariant[];

const noImage: ImageDto = {
  imageUrl: null,
  srcSet: "",
  width: null,
  height: null,
  placeholder: null,
};

/** A picture as pages show it; without one, all fields are empty. */
export function toImage(media: MediaFacts | null | undefined): ImageDto {
  if (!media) return noImage;
  return {
    imageUrl: mediaUrlOf(media),
    srcSet: srcSetOf(media),
    width: media.width,
    height: media.height,
    placeholder: media.placeholder,
  };
}

/** `srcset` with the lightest encoding of each width; empty if there are no smaller ones. */
function srcSetOf(media: MediaFacts): string {
  const variants = variantsOf(media);
  if (variants.length === 0 || media.width === null) return "";
  const lightest = new Map<number, MediaVariant>();
  for (const variant of variants) {
    const rival = lightest.get(variant.width);
    if (!rival || variant.bytes < rival.bytes) lightest.set(variant.width, variant);
  }
  const entries = [...lightest.values()].map(({ key, width }) => ({ url: `/media/${key}`, width }));
  if (!lightest.has(media.width)) entries.push({ url: mediaUrlOf(media), width: media.width });
  return entries
    .sort((a, b) => a.width - b.width)
    .map(({ url, width }) => `${url} ${width}w`)
    .join(", ");
}
