import { useEffect, useRef, useState } from "react";

/** Detects a picture that failed to load, and reloads it. */
export function useBrokenImage(imageUrl: string | null) {
  const box = useRef<HTMLDivElement>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: resets for another picture
  useEffect(() => {
    const element = box.current;
    if (!element || !imageUrl) return;
    const failed = (event: Event) => {
      if (event.target instanceof HTMLImageElement) setBroken(imageUrl);
    };
    // Error events of images do not bubble, and one may have fired before this ran.
    element.addEventListener("error", failed, { capture: true });
    const image = element.querySelector("img");
    if (image?.complete && image.naturalWidth === 0 && image.currentSrc) setBroken(imageUrl);
    return () => element.removeEventListener("error", failed, { capture: true });
  }, [imageUrl, attempt]);

  return {
    box,
    attempt,
    isBroken: imageUrl !== null && broken === imageUrl,
    reload: () => {
      setBroken(null);
      setAttempt((before) => before + 1);
    },
  };
}
