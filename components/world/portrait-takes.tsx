"use client";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { cx } from "@/components/ui/utils/cx";

const takeClasses =
  "relative block size-16 flex-none rounded-[2px] border-2 focus-visible:outline-3 focus-visible:outline-offset-1 focus-visible:outline-blue [&>img]:size-full [&>img]:object-cover [&>img]:object-[50%_22%]";

interface PortraitTakesProps {
  /** Newest first. */
  urls: string[];
  chosen: string | null;
  /** The take being chosen. */
  pending: string | null;
  onChoose: (url: string) => void;
}

/** Every picture so far as a contact sheet; the current portrait is ringed. */
export function PortraitTakes({ urls, chosen, pending, onChoose }: PortraitTakesProps) {
  const isOnlyChosen = urls.length === 1 && urls[0] === chosen;
  if (urls.length === 0 || isOnlyChosen) return null;
  const current = pending ?? chosen;
  return (
    <section aria-label="Takes">
      <h3 className="text-sm font-bold text-ink-soft">Takes ({urls.length})</h3>
      <ul className="takes mt-1.5 flex gap-1.5 overflow-x-auto rounded-[4px] px-2.5 py-3.5 [--color-blue:#7cc4f5]">
        {urls.map((url, index) => (
          <li key={url}>
            <button
              type="button"
              aria-pressed={url === current}
              aria-label={`Take ${urls.length - index}`}
              className={cx(
                takeClasses,
                url === current
                  ? "border-[#ffcf33] outline-3 outline-[#ffcf33]"
                  : "border-[#fffdf7]",
              )}
              onClick={() => url !== current && onChoose(url)}
            >
              <ImageWithFallback src={url} alt="" loading="lazy" decoding="async" />
              <span
                aria-hidden="true"
                className="absolute right-0 bottom-0 bg-[#17130e] px-1 text-[0.75rem]/4 text-[#fffdf7]"
              >
                {urls.length - index}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
