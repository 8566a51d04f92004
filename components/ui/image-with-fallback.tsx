"use client";
/**
 * A picture that gives way to `fallback` where it does not load, since browsers show the icon of a
 * broken picture.
 *
 *   <ImageWithFallback src={url} alt="" fallback={initials} />
 */
import { type ComponentProps, type ReactNode, useState } from "react";

interface ImageWithFallbackProps extends ComponentProps<"img"> {
  src: string | undefined;
  /** By default nothing: the background stays. */
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
        // The error of a prerendered picture comes before the listener. While a picture loads it may
        // look broken, so its decoding decides.
        if (element?.complete && element.naturalWidth === 0 && element.currentSrc)
          element.decode().catch(() => setBroken(src ?? null));
      }}
      onError={() => setBroken(src ?? null)}
    />
  );
}
