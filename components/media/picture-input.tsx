import type { RefObject } from "react";
import { uploadTypes } from "@/lib/media/schema";

interface PictureInputProps {
  /** The visible button clicks it by this ref. */
  ref: RefObject<HTMLInputElement | null>;
  onFiles: (files: File[]) => void;
  /** Whether several files can be chosen at once. */
  multiple?: boolean;
}

/** The hidden file input behind our own button. */
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
        // Allows choosing the same file again after an error.
        event.target.value = "";
        onFiles(files);
      }}
    />
  );
}
