"use client";
import { Check } from "lucide-react";
import { useId } from "react";
import { averageColour } from "@/components/comic/placeholder";
import { FieldError } from "@/components/ui/forms/field-error";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { cx } from "@/components/ui/utils/cx";
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
      <div
        className={cx(
          "-mx-1 grid max-h-74 grid-cols-[repeat(auto-fill,minmax(4.5rem,1fr))] gap-2 overflow-y-auto p-1",
          // More than two rows.
          pictures.length > 8 &&
            "fade-foot scroll-pb-12 not-supports-[animation-timeline:scroll()]:pb-12 not-supports-[animation-timeline:scroll()]:[mask-image:linear-gradient(to_top,transparent,#000_3rem)]",
        )}
      >
        {pictures.map(({ panel, sceneNumber }) => (
          <label
            key={panel._id}
            className="group relative cursor-pointer overflow-clip rounded-[4px] border-2 border-ink has-checked:shadow-[0_0_0_3px_var(--color-yellow)] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-blue [&>img]:block [&>img]:size-full [&>img]:object-cover"
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
            <span
              aria-hidden="true"
              className="absolute top-1 right-1 hidden rounded-full border-2 border-on-yellow bg-yellow p-0.5 text-on-yellow group-has-checked:block"
            >
              <Check size={16} strokeWidth={3} />
            </span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
