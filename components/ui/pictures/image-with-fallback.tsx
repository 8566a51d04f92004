"use client";
/**
 * A picture that shows `fallback` if it does not load, instead of the browser's broken-image icon.
 *
 *   <ImageWithFallback src={url} alt="" fallback={initials} />
 */
import { type ComponentProps, type ReactNode, useState } from "react";

interface ImageWithFallbackProps extends ComponentProps<"img"> {
  src: string | undefined;
  /** Nothing by default, so that the background is visible. */
  fallback?: ReactNode;
}

export function ImageWithFallback({ fallback = null, ...image }: ImageWithFallbackProps) {
  const { src, alt } = image;
  const [broken, setBroken] = useState<string | null>(null);
  if (broken === src) return fallback;
  return (
    // biome-ignore lint/performance/noImgElement: our own origin serves pictures in the right size
    <img
      key={src}
      {...image}
      alt={alt}
      ref={(element) => {
        // A prerendered picture may have failed before React attaches the listener. While a picture
        // loads it may look broken, so its decoding decides.
        if (element?.complete && element.naturalWidth === 0 && element.currentSrc)
          element.decode().catch(() => setBroken(src ?? null));
      }}
      onError={() => setBroken(src ?? null)}
    />
  );
}
