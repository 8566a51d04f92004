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
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { type ArtStyle, artStyles, chosenStyle } from "@/lib/stories/art-styles";

const cardClasses =
  "group/card relative flex min-w-0 cursor-pointer flex-col overflow-clip rounded-card border-2 border-ink bg-sheet transition-[translate,box-shadow] group-disabled:cursor-default group-disabled:opacity-60 hover:-translate-px hover:shadow-hard has-checked:bg-yellow has-checked:text-on-yellow has-checked:shadow-hard has-checked:outline-2 has-checked:outline-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-blue";

/** In the wizard low, so that all styles are in view above the actions. */
const pictureClasses =
  "aspect-3/2 border-b-2 in-[.wizard]:aspect-11/5 in-[.wizard]:min-h-0 in-[.wizard]:max-md:aspect-square in-[.wizard]:[&>img]:object-[50%_30%]";

const markClasses =
  "absolute top-2 right-2 hidden size-8 animate-[pop_200ms_var(--ease-out)] place-items-center rounded-full border-2 border-on-yellow bg-yellow text-on-yellow group-has-checked/card:grid";

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
    <fieldset
      className="group grid grid-cols-2 gap-3 in-[.wizard]:max-md:grid-cols-3 in-[.wizard]:max-md:gap-2 md:grid-cols-3 md:gap-4"
      disabled={disabled}
    >
      <legend className="sr-only">{label}</legend>
      {artStyles.map((style) => (
        <label key={style.id} className={cardClasses}>
          <input
            type="radio"
            className="sr-only"
            name={name}
            value={style.id}
            checked={style === chosen}
            onChange={() => onChange(style.prompt)}
            aria-describedby={`${name}-${style.id}`}
          />
          <StylePicture style={style} className={pictureClasses} />
          <span className="grid gap-0.5 px-3 pt-2 pb-3 in-[.wizard]:max-md:px-1.5 in-[.wizard]:max-md:py-1 in-[.wizard]:max-md:text-sm">
            <span className="font-bold">{style.name}</span>
            <span
              id={`${name}-${style.id}`}
              className="text-sm text-ink-soft group-has-checked/card:text-inherit in-[.wizard]:max-md:sr-only"
            >
              {style.description}
            </span>
          </span>
          <span className={markClasses} aria-hidden="true">
            <Check size={20} strokeWidth={3.5} />
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The style's example above its colours, which stay if the picture fails to load. */
export const StylePicture = ({ style, className }: { style: ArtStyle; className: string }) => (
  <span
    className={`block overflow-clip border-ink [&>img]:block [&>img]:size-full [&>img]:object-cover ${className}`}
    style={{ background: style.gradient }}
  >
    <ImageWithFallback src={style.imageUrl} alt="" width={480} height={360} decoding="async" />
  </span>
);
