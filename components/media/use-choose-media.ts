"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useWrite } from "@/components/ui/use-write";
import { ApiError, messageOf } from "@/lib/platform/http/api-error";
import { currentPanel, updatePanel } from "@/lib/scenes/client";
import type { Panel } from "@/lib/scenes/schema";
import type { Story } from "@/lib/stories/schema";
import { putPanel } from "@/lib/stories/story-cache";
import type { MediaRef } from "./media-session";

/** What a panel shows: its video, or else its picture. */
export const shownBy = ({ imageUrl, videoUrl }: Panel): MediaRef | null => {
  if (videoUrl) return { url: videoUrl, type: "video" };
  return imageUrl ? { url: imageUrl, type: "image" } : null;
};

export const sameMedia = (a: MediaRef | null, b: MediaRef | null) =>
  a?.url === b?.url && a?.type === b?.type;

/** The panel as it will be: a picture takes the place of the video too, a video brings its picture. */
export function withMedia(panel: Panel, media: MediaRef | null): Panel {
  if (!media || sameMedia(media, shownBy(panel))) return panel;
  const videoUrl = media.type === "video" ? media.url : null;
  const picture = pictureBeside(panel, media);
  if (!picture) return { ...panel, videoUrl };
  return { ...panel, imageUrl: picture, srcSet: "", placeholder: null, videoUrl };
}

/** Another picture than the panel's that comes with it: readers see a video's before it plays. */
const pictureBeside = ({ imageUrl }: Panel, { type, url, still }: MediaRef): string | undefined => {
  const picture = type === "video" ? still : url;
  return picture === imageUrl ? undefined : picture;
};

/**
 * Makes a picture or video the panel's. What the panel shows must be what the author last saw there:
 * otherwise the current one is shown and `elsewhere` is set, and the next press goes through. Another
 * version with the same picture, such as one with another bubble, is no reason to ask.
 */
export function useChooseMedia(story: Story, sceneId: string, panel: Panel) {
  const queryClient = useQueryClient();
  const seen = useRef(panel);
  const current = shownBy(panel);
  const isSame = sameMedia(shownBy(seen.current), current);
  if (isSame) seen.current = panel;

  const place = { storyId: story._id, sceneId, panelNumber: panel.panelNumber };
  const show = (next: Panel) => putPanel(queryClient, place, next);

  const mutation = useWrite({
    async mutationFn(media: MediaRef): Promise<Panel> {
      const imageUrl = pictureBeside(seen.current, media);
      const changes =
        media.type === "video"
          ? { videoUrl: media.url, ...(imageUrl && { imageUrl }) }
          : { imageUrl: media.url };
      const { version } = seen.current;
      try {
        return await updatePanel(sceneId, panel.panelNumber, { ...changes, version });
      } catch (error) {
        const now = currentPanel(error);
        // One that was moved in another tab has another panel in its place.
        if (now?._id !== panel._id) throw error;
        await show(now);
        if (!sameMedia(shownBy(now), shownBy(seen.current))) throw error;
        seen.current = now;
        return updatePanel(sceneId, panel.panelNumber, { ...changes, version: now.version });
      }
    },
    meta: { handlesError: true },
    async onSuccess(saved) {
      seen.current = saved;
      await show(saved);
    },
  });

  const { error } = mutation;
  const isStale = error instanceof ApiError && error.code === "stale_version";
  return {
    choose(media: MediaRef) {
      // What stands there was shown as somebody else's: this press means it all the same.
      if (!isSame) seen.current = panel;
      return mutation.mutateAsync(media);
    },
    isPending: mutation.isPending,
    /** In the words of the specification. */
    problem: error && !(isStale && !isSame) ? `Failed to update panel: ${messageOf(error)}` : null,
    /** The panel shows something else than when the author last looked, and they did not do it. */
    elsewhere: !isSame && !mutation.isPending,
    /** The author knows of it. */
    acknowledge() {
      seen.current = panel;
      mutation.reset();
    },
  };
}
