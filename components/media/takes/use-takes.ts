"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { playSound } from "@/components/ui/sound";
import { checkPicture } from "@/lib/generation/client";
import type { MediaItem } from "@/lib/media/schema";
import { addTake, deleteTake, takesKey, takesOptions } from "@/lib/scenes/client";
import type { Panel } from "@/lib/scenes/schema";
import { addMessage, type MediaRef } from "../media-session";
import { useUpload } from "../use-upload";

/** A take with its number; the panel's first take is number 1. */
export interface NumberedTake extends MediaItem {
  number: number;
}

/** Every picture and video of a panel, newest first; refetched for changes of other tabs. */
export function useTakes(
  { storyId, sceneId, panelNumber }: { storyId: string; sceneId: string; panelNumber: number },
  enabled: boolean,
) {
  const { data, isError, refetch } = useQuery({
    ...takesOptions(sceneId, panelNumber),
    meta: { changesWithStory: storyId },
    enabled,
  });
  const takes = data?.map((take, index) => ({ ...take, number: data.length - index }));
  return { takes, isError: isError && !data, refetch };
}

/** Deletes a take for good. The caller shows errors. */
export function useDeleteTake(sceneId: string, panelNumber: number) {
  const queryClient = useQueryClient();
  const queryKey = takesKey(sceneId, panelNumber);
  return useDedupedMutation({
    mutationFn: (take: MediaItem) => deleteTake(sceneId, panelNumber, take._id),
    meta: { handlesError: true },
    onSuccess(_, deleted) {
      queryClient.setQueryData<MediaItem[]>(queryKey, (takes) =>
        takes?.filter(({ _id }) => _id !== deleted._id),
      );
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey }),
  });
}

/** Repeats a failed check of a picture. The caller shows errors. */
export function useCheckTake(sceneId: string, panelNumber: number) {
  const queryClient = useQueryClient();
  return useDedupedMutation({
    mutationFn: (take: MediaItem) => checkPicture({ sceneId, panelNumber, takeId: take._id }),
    meta: { handlesError: "while-mounted" },
    // The panel's mark follows with the story's live progress.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: takesKey(sceneId, panelNumber) }),
  });
}

/** Uploads the author's picture into the takes and the conversation of a panel. */
export function useUploadedTake(
  sceneId: string,
  { _id: panelId, panelNumber }: Panel,
  onDone: (media: MediaRef) => void,
) {
  const queryClient = useQueryClient();
  return useUpload({
    // The dialog stays locked until the upload ends.
    networkMode: "always",
    async keep(url, { name }) {
      const takes = await addTake(sceneId, panelNumber, url);
      queryClient.setQueryData(takesKey(sceneId, panelNumber), takes);
      const media: MediaRef = { url, type: "image" };
      addMessage(panelId, { from: "studio", text: `Here is ${name || "your picture"}.`, media });
      playSound("notice");
      onDone(media);
    },
    onFailed: (error) =>
      addMessage(panelId, {
        from: "studio",
        ...(error ? { isError: true, text: error.message } : { text: "The upload was stopped." }),
      }),
  });
}
