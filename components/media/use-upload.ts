"use client";
import { useQueryClient } from "@tanstack/react-query";
import { type ClipboardEvent, type DragEvent, useRef } from "react";
import { playSound } from "@/components/ui/sound";
import { useWrite } from "@/components/ui/use-write";
import { uploadErrorText, uploadImage, uploadProblem } from "@/lib/media/client";
import { uploadRefusals } from "@/lib/media/schema";
import { addTake, takesKey } from "@/lib/scenes/client";
import type { Panel } from "@/lib/scenes/schema";
import { type MediaRef, say } from "./media-session";

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
  const calledOff = useRef(new AbortController());
  const { mutate, isPending, submittedAt } = useWrite({
    async mutationFn(file: File) {
      const url = await uploadImage(file, calledOff.current.signal);
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
      say(panelId, { from: "studio", text: `Here is ${name || "your picture"}.`, media });
      playSound("notice");
      onDone(media);
    },
    onError(error) {
      if (!calledOff.current.signal.aborted) return refuse(uploadErrorText(error));
      say(panelId, { from: "studio", text: "The upload was cancelled." });
    },
  });

  function refuse(text: string) {
    say(panelId, { from: "studio", isError: true, text });
    playSound("error");
  }

  function upload(file: File | undefined) {
    if (isPending) return;
    const problem = uploadProblem(file);
    if (problem || !file) return refuse(problem ?? uploadRefusals.missing);
    calledOff.current = new AbortController();
    mutate(file);
  }

  return {
    upload,
    isPending,
    startedAt: submittedAt,
    cancel: () => calledOff.current.abort(),
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
