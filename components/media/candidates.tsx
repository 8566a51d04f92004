"use client";
import { Check } from "lucide-react";
import { type CSSProperties, type RefObject, useId } from "react";
import { preventInputSubmit } from "@/components/ui/utils/prevent-input-submit";
import { maxCandidates } from "@/lib/generation/schema";
import { type AspectRatio, aspectOf } from "@/lib/scenes/aspect";
import type { MediaRef } from "./media-session";
import { isSameMedia } from "./use-choose-media";

interface CandidateCountProps {
  value: number;
  onChange: (count: number) => void;
}

/** Chooses how many pictures the next request makes. */
export function CandidateCount({ value, onChange }: CandidateCountProps) {
  const name = useId();
  return (
    <fieldset className="media-count" onKeyDown={preventInputSubmit}>
      <legend>
        Pictures <span className="max-[56rem]:sr-only">to choose from</span>
      </legend>
      {Array.from({ length: maxCandidates }, (_, index) => index + 1).map((count) => (
        <label key={count}>
          <input
            type="radio"
            className="sr-only"
            name={name}
            checked={count === value}
            onChange={() => onChange(count)}
          />
          <span>{count}</span>
        </label>
      ))}
    </fieldset>
  );
}

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
    <section ref={ref} tabIndex={-1} aria-label="Choose a picture" className="media-stage">
      <div className="media-candidates" style={style}>
        {candidates.map((media, index) => {
          const isSelected = isSameMedia(media, selected);
          return (
            <button
              key={media.url}
              type="button"
              aria-pressed={isSelected}
              aria-label={`Picture ${index + 1} of ${candidates.length}`}
              className="media-candidate"
              onClick={() => onSelect(media)}
            >
              {/* biome-ignore lint/performance/noImgElement: our own origin serves it */}
              <img src={media.url} alt="" decoding="async" />
              <span aria-hidden="true">
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
