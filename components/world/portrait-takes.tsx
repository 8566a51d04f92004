"use client";
import { ImageWithFallback } from "@/components/ui/image-with-fallback";
import { cx } from "@/components/ui/utils/cx";

interface PortraitTakesProps {
  /** Newest first. */
  urls: string[];
  chosen: string | null;
  /** The take being chosen. */
  pending: string | null;
  onChoose: (url: string) => void;
}

/** Every picture so far as a contact sheet; the current portrait is ringed in grease pencil. */
export function PortraitTakes({ urls, chosen, pending, onChoose }: PortraitTakesProps) {
  if (urls.length < 2 && urls[0] === chosen) return null;
  if (urls.length === 0) return null;
  const current = pending ?? chosen;
  return (
    <section aria-label="Takes">
      <h3 className="text-sm font-bold text-ink-soft">Takes ({urls.length})</h3>
      <ul className="takes">
        {urls.map((url, index) => (
          <li key={url}>
            <button
              type="button"
              aria-pressed={url === current}
              aria-label={`Take ${urls.length - index}`}
              className={cx("take", url === current && "take-chosen")}
              onClick={() => url !== current && onChoose(url)}
            >
              <ImageWithFallback src={url} alt="" loading="lazy" decoding="async" />
              <span aria-hidden="true">{urls.length - index}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
