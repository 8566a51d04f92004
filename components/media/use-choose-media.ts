"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { ApiError, messageOf } from "@/lib/platform/http/api-error";
import type { Panel } from "@/lib/scenes/schema";
import { savePanel } from "@/lib/stories/query-cache";
import type { Story } from "@/lib/stories/schema";
import type { MediaRef } from "./media-session";

/** A panel's media: its video, or else its picture. */
export const getShownMedia = ({ imageUrl, videoUrl }: Panel): MediaRef | null => {
  if (videoUrl) return { url: videoUrl, type: "video" };
  return imageUrl ? { url: imageUrl, type: "image" } : null;
};

export const isSameMedia = (a: MediaRef | null, b: MediaRef | null) =>
  a?.url === b?.url && a?.type === b?.type;

/**
 * Returns the panel with this media: a picture replaces picture and video, a video only the video.
 */
export function withMedia(panel: Panel, media: MediaRef | null): Panel {
  if (!media || isSameMedia(media, getShownMedia(panel))) return panel;
  const videoUrl = media.type === "video" ? media.url : null;
  const picture = getAccompanyingImage(panel, media);
  if (!picture) return { ...panel, videoUrl };
  return { ...panel, imageUrl: picture, srcSet: "", placeholder: null, videoUrl };
}

/** The panel's new picture; a video supplies its first frame only if the panel has no picture. */
const getAccompanyingImage = (
  { imageUrl }: Panel,
  { type, url, still }: MediaRef,
): string | undefined => {
  if (type === "video") return imageUrl === null ? still : undefined;
  return url === imageUrl ? undefined : url;
};

/**
 * Makes a picture or video the panel's. If the panel has changed since the author last saw it,
 * shows the current one and sets `isChangedElsewhere`; the next press overwrites it. A newer version with
 * the same picture, such as one with another bubble, is no conflict.
 */
export function useChooseMedia(story: Story, sceneId: string, panel: Panel) {
  const queryClient = useQueryClient();
  const lastSeenPanel = useRef(panel);
  const current = getShownMedia(panel);
  const isSame = isSameMedia(getShownMedia(lastSeenPanel.current), current);
  if (isSame) lastSeenPanel.current = panel;

  const panelRef = { storyId: story._id, sceneId, panelNumber: panel.panelNumber };
  const mutation = useDedupedMutation({
    mutationFn(media: MediaRef): Promise<Panel> {
      const seen = lastSeenPanel.current;
      const imageUrl = getAccompanyingImage(seen, media);
      const changes =
        media.type === "video"
          ? { videoUrl: media.url, ...(imageUrl && { imageUrl }) }
          : { imageUrl: media.url };
      return savePanel(queryClient, panelRef, seen, (now) =>
        isSameMedia(getShownMedia(now), getShownMedia(seen)) ? changes : null,
      );
    },
    meta: { handlesError: true },
    onSuccess(saved) {
      lastSeenPanel.current = saved;
    },
  });

  const { error } = mutation;
  const isStale = error instanceof ApiError && error.code === "stale_version";
  return {
    choose(media: MediaRef) {
      // The author has seen the other change, so this click overwrites it.
      if (!isSame) lastSeenPanel.current = panel;
      return mutation.mutateAsync(media);
    },
    isPending: mutation.isPending,
    /** The specification fixes these words. */
    problem: error && !(isStale && !isSame) ? `Failed to update panel: ${messageOf(error)}` : null,
    /** The panel was changed elsewhere since the author last saw it. */
    isChangedElsewhere: !isSame && !mutation.isPending,
    /** The author has seen the change. */
    acknowledge() {
      lastSeenPanel.current = panel;
      mutation.reset();
    },
  };
}
