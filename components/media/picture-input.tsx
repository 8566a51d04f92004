import type { RefObject } from "react";
import { uploadTypes } from "@/lib/media/schema";

interface PictureInputProps {
  /** The button that opens it presses it. */
  ref: RefObject<HTMLInputElement | null>;
  onFile: (file: File | undefined) => void;
}

/** The browser's own field for a picture, behind a button of ours. */
export function PictureInput({ ref, onFile }: PictureInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={uploadTypes.join(",")}
      className="hidden"
      tabIndex={-1}
      aria-label="Upload a picture"
      onChange={(event) => {
        const file = event.target.files?.[0];
        // The same file can be chosen again after a refusal.
        event.target.value = "";
        onFile(file);
      }}
    />
  );
}
