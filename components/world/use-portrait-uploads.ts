"use client";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { playSound } from "@/components/ui/sound";
import { uploadErrorText, uploadImage, uploadProblem } from "@/lib/media/client";
import { uploadErrors } from "@/lib/media/schema";
import { worldMutationKey } from "./entity-values";

/** Errors of failed uploads: one sentence each. */
export class UploadsError extends Error {
  readonly problems: string[];
  constructor(problems: string[], tried: number) {
    super(tried > 1 ? "Failed to upload images" : problems[0]);
    this.problems = tried > 1 ? problems : [];
  }
}

/** Uploads pictures one after the other; a failed one does not stop the others. */
export function usePortraitUploads(
  ownerId: string,
  onPicture: (url: string) => Promise<void> | void,
) {
  return useDedupedMutation({
    mutationKey: worldMutationKey(ownerId, "upload"),
    async mutationFn(files: File[]) {
      if (files.length === 0) throw new UploadsError([uploadErrors.missing], 1);
      const problems: string[] = [];
      for (const file of files) {
        let problem = uploadProblem(file);
        try {
          if (!problem) await onPicture(await uploadImage(file));
        } catch (error) {
          problem = uploadErrorText(error);
        }
        if (problem) problems.push(files.length > 1 ? `${file.name}: ${problem}` : problem);
      }
      if (problems.length > 0) throw new UploadsError(problems, files.length);
    },
    // Other files are another upload.
    keyOf: (files) => files.map(({ name, size }) => `${name} ${size}`).join(),
    meta: { handlesError: true },
    onError: () => playSound("error"),
  });
}
