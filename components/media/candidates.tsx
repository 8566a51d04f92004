"use client";
import { Check } from "lucide-react";
import { type CSSProperties, type RefObject, useId } from "react";
import { radioTile } from "@/components/ui/forms/radio-tile";
import { preventInputSubmit } from "@/components/ui/utils/prevent-input-submit";
import { maxCandidates } from "@/lib/generation/schema";
import { type AspectRatio, aspectOf } from "@/lib/scenes/aspect";
import type { MediaRef } from "./media-session";
import { stageClasses } from "./stage-classes";
import { isSameMedia } from "./use-choose-media";

interface CandidateCountProps {
  value: number;
  onChange: (count: number) => void;
}

/** Chooses how many pictures the next request makes. */
export function CandidateCount({ value, onChange }: CandidateCountProps) {
  const name = useId();
  return (
    <fieldset
      className="flex items-center gap-1 text-[0.875rem] pointer-coarse:gap-0"
      onKeyDown={preventInputSubmit}
    >
      <legend className="float-left mr-1">
        Pictures <span className="max-[56rem]:sr-only">to choose from</span>
      </legend>
      {Array.from({ length: maxCandidates }, (_, index) => index + 1).map((count) => (
        <label key={count}>
          <input
            type="radio"
            className="peer sr-only"
            name={name}
            checked={count === value}
            onChange={() => onChange(count)}
          />
          <span className={`size-8 pointer-coarse:size-11 ${radioTile}`}>{count}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** As large as they fit, two in a row. */
const gridClasses =
  "grid w-[min(100cqw,(100cqh-0.75rem)*2*var(--aspect)/var(--rows))] grid-cols-2 gap-3";

const candidateClasses =
  "relative aspect-(--aspect) overflow-clip rounded-[4px] border-2 border-ink focus-visible:outline-3 focus-visible:outline-offset-3 focus-visible:outline-blue aria-pressed:not-focus-visible:outline-4 aria-pressed:not-focus-visible:outline-offset-1 aria-pressed:not-focus-visible:outline-yellow [&>img]:size-full [&>img]:object-cover";

interface CandidatesProps {
  candidates: MediaRef[];
  aspectRatio: AspectRatio;
  selected: MediaRef | null;
  onSelect: (media: MediaRef) => void;
  ref: RefObject<HTMLElement | null>;
}

/** Shows the pictures of one request side by side; a click selects a picture. */
export function Candidates({ candidates, aspectRatio, selected, onSelect, ref }: CandidatesProps) {
  const rows = Math.ceil(candidates.length / 2);
  const style = { "--aspect": aspectOf[aspectRatio], "--rows": rows } as CSSProperties;
  return (
    <section ref={ref} tabIndex={-1} aria-label="Choose a picture" className={stageClasses}>
      <div className={gridClasses} style={style}>
        {candidates.map((media, index) => {
          const isSelected = isSameMedia(media, selected);
          return (
            <button
              key={media.url}
              type="button"
              aria-pressed={isSelected}
              aria-label={`Picture ${index + 1} of ${candidates.length}`}
              className={candidateClasses}
              onClick={() => onSelect(media)}
            >
              {/* biome-ignore lint/performance/noImgElement: our own origin serves it */}
              <img src={media.url} alt="" decoding="async" />
              <span
                aria-hidden="true"
                className="absolute bottom-0 left-0 flex items-center gap-1 bg-[#17130e] px-2 font-bold text-[#ffcf33]"
              >
                {isSelected && <Check size={16} />}
                {index + 1}
              </span>
            </button>
          );
        })}
      </div>
    </section>
  );
}
