"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { onStoryChange } from "@/lib/generation/live/story-subscription";
import type { MediaItem } from "@/lib/media/schema";
import { deleteTake, takesKey, takesOptions } from "@/lib/scenes/client";

/** A take with its number; the panel's first take is number 1. */
export interface NumberedTake extends MediaItem {
  number: number;
}

/** Every picture and video of a panel, newest first; refetched for changes of other tabs. */
export function useTakes(
  { storyId, sceneId, panelNumber }: { storyId: string; sceneId: string; panelNumber: number },
  enabled: boolean,
) {
  const queryClient = useQueryClient();
  const { data, isError, refetch } = useQuery({ ...takesOptions(sceneId, panelNumber), enabled });
  useEffect(() => {
    if (!enabled) return;
    return onStoryChange(storyId, () => {
      void queryClient.invalidateQueries({ queryKey: takesKey(sceneId, panelNumber) });
    });
  }, [enabled, panelNumber, queryClient, sceneId, storyId]);
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
