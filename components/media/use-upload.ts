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
 * Brings pictures of the author's own into the conversation, and among the panel's takes: from a
 * picker, dropped or pasted.
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
    // Nobody waits in front of a locked dialog for the network to come back.
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
    /** For the element onto which files may be dropped, and in which they may be pasted. */
    handlers: {
      onDragOver: (event: DragEvent) => event.preventDefault(),
      onDrop(event: DragEvent) {
        // Otherwise the browser would leave the page for the file.
        event.preventDefault();
        upload(event.dataTransfer.files[0]);
      },
      onPaste(event: ClipboardEvent) {
        const file = event.clipboardData.files[0];
        // Text processors put a picture of the text beside it.
        if (!file || event.clipboardData.types.includes("text/plain")) return;
        event.preventDefault();
        upload(file);
      },
    },
  };
}
