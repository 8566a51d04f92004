"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type ClipboardEvent, type DragEvent, useRef } from "react";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { playSound } from "@/components/ui/sound";
import { uploadErrorText, uploadImage, uploadProblem } from "@/lib/media/client";
import { uploadErrors } from "@/lib/media/schema";
import { addTake, takesKey } from "@/lib/scenes/client";
import type { Panel } from "@/lib/scenes/schema";
import { addMessage, type MediaRef } from "./media-session";

interface Place {
  sceneId: string;
  panel: Panel;
}

/**
 * Uploads the author's pictures into the conversation and the panel's takes: picked, dropped or
 * pasted.
 */
export function useUpload(
  { sceneId, panel: { _id: panelId, panelNumber } }: Place,
  onDone: (media: MediaRef) => void,
) {
  const queryClient = useQueryClient();
  const abortController = useRef(new AbortController());
  const { mutate, isPending, submittedAt } = useDedupedMutation({
    async mutationFn(file: File) {
      const url = await uploadImage(file, abortController.current.signal);
      const takes = await addTake(sceneId, panelNumber, url);
      queryClient.setQueryData(takesKey(sceneId, panelNumber), takes);
      return { url, name: file.name };
    },
    // Fails offline instead of pausing, since the dialog stays locked until the upload ends.
    networkMode: "always",
    keyOf: ({ name, size }) => `${name} ${size}`,
    meta: { handlesError: true },
    onSuccess({ url, name }) {
      const media: MediaRef = { url, type: "image" };
      addMessage(panelId, { from: "studio", text: `Here is ${name || "your picture"}.`, media });
      playSound("notice");
      onDone(media);
    },
    onError(error) {
      if (!abortController.current.signal.aborted) return refuse(uploadErrorText(error));
      addMessage(panelId, { from: "studio", text: "The upload was cancelled." });
    },
  });

  function refuse(text: string) {
    addMessage(panelId, { from: "studio", isError: true, text });
    playSound("error");
  }

  function upload(file: File | undefined) {
    if (isPending) return;
    const problem = uploadProblem(file);
    if (problem || !file) return refuse(problem ?? uploadErrors.missing);
    abortController.current = new AbortController();
    mutate(file);
  }

  return {
    upload,
    isPending,
    startedAt: submittedAt,
    cancel: () => abortController.current.abort(),
    /** For the element that accepts drops and pastes. */
    handlers: {
      onDragOver: (event: DragEvent) => event.preventDefault(),
      onDrop(event: DragEvent) {
        // Without this, the browser navigates to the file.
        event.preventDefault();
        upload(event.dataTransfer.files[0]);
      },
      onPaste(event: ClipboardEvent) {
        const file = event.clipboardData.files[0];
        // Text processors add a picture of the copied text.
        if (!file || event.clipboardData.types.includes("text/plain")) return;
        event.preventDefault();
        upload(file);
      },
    },
  };
}
