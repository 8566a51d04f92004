"use client";
import { Check } from "lucide-react";
import { useId } from "react";
import { averageColour } from "@/components/comic/placeholder";
import { ImageWithFallback } from "@/components/ui/image-with-fallback";
import { cssAspect } from "@/lib/scenes/aspect";
import { picturesOf } from "@/lib/stories/pictures";
import type { Story } from "@/lib/stories/schema";

interface CoverPickerProps {
  story: Story;
  /** Id of the panel; null for the first one with a picture. */
  value: string | null;
  onChange: (panelId: string) => void;
  error?: string | undefined;
}

/** Chooses the cover among all pictures of the story. */
export function CoverPicker({ story, value, onChange, error }: CoverPickerProps) {
  const name = useId();
  const pictures = picturesOf(story);
  const chosen = pictures.find(({ panel }) => panel._id === value) ?? pictures[0];
  return (
    <fieldset className="field" aria-describedby={error ? `${name}-error` : undefined}>
      <legend className="field-label mb-1.5">Cover</legend>
      <div className="cover-choices">
        {pictures.map(({ panel, sceneNumber }) => (
          <label
            key={panel._id}
            className="cover-choice"
            style={{
              aspectRatio: cssAspect[story.aspectRatio],
              background: averageColour(panel.placeholder),
            }}
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              checked={panel === chosen?.panel}
              onChange={() => onChange(panel._id)}
            />
            <ImageWithFallback
              src={panel.imageUrl ?? undefined}
              srcSet={panel.srcSet || undefined}
              sizes="6rem"
              alt={`Scene ${sceneNumber}, panel ${panel.panelNumber}`}
              loading="lazy"
              decoding="async"
            />
            <span aria-hidden="true" className="cover-choice-mark">
              <Check size={16} strokeWidth={3} />
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} role="alert" className="text-sm font-bold text-red">
          {error}
        </p>
      )}
    </fieldset>
  );
}
