"use client";
/**
 * The six styles as cards in a radio group, so that arrow keys move the choice. `value` is the
 * story's style prompt; the blank one of a new story selects the default style, a custom one
 * selects none.
 *
 *   <ArtStyleGrid value={prompt} onChange={setPrompt} />
 */
import { Check } from "lucide-react";
import { useId } from "react";
import { ImageWithFallback } from "@/components/ui/image-with-fallback";
import { type ArtStyle, artStyles, chosenStyle } from "@/lib/stories/art-styles";

interface ArtStyleGridProps {
  value: string;
  onChange: (prompt: string) => void;
  disabled?: boolean;
  /** Accessible name of the group. */
  label?: string;
}

export function ArtStyleGrid({
  value,
  onChange,
  disabled,
  label = "Art style",
}: ArtStyleGridProps) {
  const name = useId();
  const chosen = chosenStyle(value);
  return (
    <fieldset className="style-grid" disabled={disabled}>
      <legend className="sr-only">{label}</legend>
      {artStyles.map((style) => (
        <label key={style.id} className="style-card">
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={style.id}
            checked={style === chosen}
            onChange={() => onChange(style.prompt)}
            aria-describedby={`${name}-${style.id}`}
          />
          <StylePicture style={style} />
          <span className="grid gap-0.5 px-3 pt-2 pb-3 in-[.wizard]:max-md:px-1.5 in-[.wizard]:max-md:py-1 in-[.wizard]:max-md:text-sm">
            <span className="font-bold">{style.name}</span>
            <span
              id={`${name}-${style.id}`}
              className="style-card-about in-[.wizard]:max-md:sr-only"
            >
              {style.description}
            </span>
          </span>
          <span className="style-card-mark" aria-hidden="true">
            <Check size={20} strokeWidth={3.5} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The style's example above its colours, which stay if the picture fails to load. */
export const StylePicture = ({ style }: { style: ArtStyle }) => (
  <span className="style-picture" style={{ background: style.gradient }}>
    <ImageWithFallback src={style.imageUrl} alt="" width={480} height={360} decoding="async" />
  </span>
);
