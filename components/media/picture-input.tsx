import type { RefObject } from "react";
import { uploadTypes } from "@/lib/media/schema";

interface PictureInputProps {
  /** The button that opens it presses it. */
  ref: RefObject<HTMLInputElement | null>;
  onFiles: (files: File[]) => void;
  /** Whether several can be chosen at once. */
  multiple?: boolean;
}

/** The browser's own field for a picture, behind a button of ours. */
export function PictureInput({ ref, onFiles, multiple = false }: PictureInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      multiple={multiple}
      accept={uploadTypes.join(",")}
      className="hidden"
      tabIndex={-1}
      aria-label="Upload a picture"
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        // The same file can be chosen again after a refusal.
        event.target.value = "";
        onFiles(files);
      }}
    />
  );
}
