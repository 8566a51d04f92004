"use client";
import { type ClipboardEvent, type DragEvent, useRef, useState } from "react";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { playSound } from "@/components/ui/sound";
import { toast } from "@/components/ui/toast";
import { uploadErrorText, uploadImage } from "@/lib/media/client";
import { uploadErrors } from "@/lib/media/schema";
import { ApiError } from "@/lib/platform/http/api-error";

/** Thrown for failed uploads; `problems` has a sentence for each of several files. */
export class UploadsError extends ApiError {
  readonly problems: string[];
  constructor(problems: string[], tried: number) {
    super(tried > 1 ? "Failed to upload images" : problems.join(), 0, "unknown");
    this.problems = tried > 1 ? problems : [];
  }
}

interface UploadOptions {
  /** Keeps an uploaded picture. */
  keep: (url: string, file: File) => Promise<void> | void;
  /** Receives null if the author has stopped the upload. */
  onFailed?: (error: UploadsError | null) => void;
  /** Whether several files can be uploaded at once. */
  multiple?: boolean;
  mutationKey?: readonly unknown[];
  /** `always` fails offline instead of waiting. */
  networkMode?: "always";
}

/**
 * Uploads pictures that an author picks, drops or pastes, one after the other; a failed one does
 * not stop the others.
 */
export function useUpload({ keep, onFailed, multiple = false, ...options }: UploadOptions) {
  const [isOver, setOver] = useState(false);
  const abortController = useRef(new AbortController());
  const { mutate, clearError, error, isPending, submittedAt } = useDedupedMutation({
    ...options,
    async mutationFn(files: File[]) {
      const { signal } = abortController.current;
      if (files.length === 0) throw new UploadsError([uploadErrors.missing], 1);
      const problems: string[] = [];
      for (const file of files) {
        try {
          await keep(await uploadImage(file, signal), file);
        } catch (error) {
          signal.throwIfAborted();
          const problem = uploadErrorText(error);
          problems.push(files.length > 1 ? `${file.name}: ${problem}` : problem);
        }
      }
      if (problems.length > 0) throw new UploadsError(problems, files.length);
    },
    // Other files are another upload.
    keyOf: (files) => files.map(({ name, size }) => `${name} ${size}`).join(),
    meta: { handlesError: onFailed ? true : "while-mounted" },
    onError(error) {
      const isRefused = error instanceof UploadsError;
      if (isRefused) playSound("error");
      onFailed?.(isRefused ? error : null);
    },
  });

  function upload(files: File[]) {
    if (isPending) return toast.info("Please add this again when the current upload is done.");
    if (files.length > 1 && !multiple) toast.info("One picture at a time: the first is uploaded.");
    abortController.current = new AbortController();
    mutate(multiple ? files : files.slice(0, 1));
  }

  return {
    upload,
    error: error instanceof UploadsError ? error : null,
    clearError,
    isPending,
    startedAt: submittedAt,
    cancel: () => abortController.current.abort(),
    /** Files are held over the element. */
    isOver,
    /** For the element that accepts drops and pastes. */
    handlers: {
      onDragOver(event: DragEvent) {
        event.preventDefault();
        setOver(true);
      },
      onDragLeave({ currentTarget, relatedTarget }: DragEvent) {
        if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false);
      },
      onDrop(event: DragEvent) {
        // Without this, the browser navigates to the file.
        event.preventDefault();
        setOver(false);
        upload([...event.dataTransfer.files]);
      },
      onPaste(event: ClipboardEvent) {
        const files = [...event.clipboardData.files];
        // Text processors add a picture of the copied text.
        if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
        event.preventDefault();
        upload(files);
      },
    },
  };
}
