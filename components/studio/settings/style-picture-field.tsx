"use client";
import { X } from "lucide-react";
import { useId } from "react";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/forms/field-error";
import { passFocus } from "@/components/ui/pass-focus";
import { ImageWithFallback } from "@/components/ui/pictures/image-with-fallback";
import { PictureSource } from "@/components/world/references/picture-source";
import type { Story } from "@/lib/stories/schema";

interface StylePictureFieldProps {
  label: string;
  story: Story;
  value: string | null;
  onChange: (url: string | null) => void;
  error: string | undefined;
}

/** Chooses the picture whose style new pictures imitate. */
export function StylePictureField({
  label,
  story,
  value,
  onChange,
  error,
}: StylePictureFieldProps) {
  const id = useId();
  return (
    <fieldset className="field" aria-describedby={error ? `${id}-error` : `${id}-hint`}>
      <legend className="field-label mb-1.5">{label}</legend>
      <div className="flex items-start gap-3">
        {value && (
          <ImageWithFallback
            src={value}
            alt="Picture in the style of the story"
            className="size-18 flex-none rounded-[4px] border-2 border-ink object-cover"
          />
        )}
        <div className="grid min-w-0 flex-1 gap-2">
          <PictureSource story={story} onPicture={onChange} />
          {value && (
            <Button
              ref={passFocus}
              size="sm"
              className="justify-self-start"
              onClick={() => onChange(null)}
            >
              <X aria-hidden="true" /> Use None
            </Button>
          )}
        </div>
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      <p id={`${id}-hint`} className="field-hint">
        New pictures are drawn in its style, where the model takes references.
      </p>
    </fieldset>
  );
}
