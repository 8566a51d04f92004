"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { forgetAbout, sameValue } from "@/components/ui/kept-values";
import { toast } from "@/components/ui/toast";
import { useWrite } from "@/components/ui/use-write";
import { currentStory, deleteStory, storyKeys, updateStory } from "@/lib/stories/client";
import { dropLists } from "@/lib/stories/feed-client";
import type { Story, UpdateStoryInput } from "@/lib/stories/schema";
import { changeStory } from "@/lib/stories/story-cache";

/**
 * Saves what was changed of a story, against the version it was changed from. A newer version that
 * leaves those fields alone, such as one that was published meanwhile, is no reason to ask; after any
 * other the refusal is passed on, with the current story in the cache.
 * @throws ApiError
 */
export function useSaveStory(story: Story) {
  const queryClient = useQueryClient();
  return useWrite({
    async mutationFn(changes: UpdateStoryInput): Promise<Story> {
      try {
        return await updateStory(story._id, { ...changes, version: story.version });
      } catch (error) {
        const current = currentStory(error);
        if (!current) throw error;
        await changeStory(queryClient, story._id, () => current);
        const names = Object.keys(changes) as (keyof UpdateStoryInput & keyof Story)[];
        if (names.some((name) => !sameValue(current[name], story[name]))) throw error;
        return updateStory(story._id, { ...changes, version: current.version });
      }
    },
    meta: { handlesError: true },
    onSuccess(saved) {
      dropLists(queryClient);
      return changeStory(queryClient, story._id, () => saved);
    },
  });
}

/** What had the focus went with the story: it begins anew with the page, once that is there. */
function focusAtHome(frames = 300): void {
  if (window.location.pathname === "/" && document.querySelector("#main h1")) {
    document.getElementById("main")?.focus({ preventScroll: true });
  } else if (frames > 0) requestAnimationFrame(() => focusAtHome(frames - 1));
}

/** Deletes the story and goes home, where the list no longer shows it. */
export function useDeleteStory(story: Story) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useWrite({
    mutationFn: () => deleteStory(story._id),
    onError: () => void queryClient.invalidateQueries({ queryKey: storyKeys.detail(story._id) }),
    async onSuccess() {
      // Lists and, for a remix, the original that counts it are stale; this story is no more.
      await queryClient.cancelQueries({ queryKey: storyKeys.detail(story._id) });
      await queryClient.invalidateQueries({
        queryKey: ["stories"],
        predicate: ({ queryKey }) => queryKey[1] !== story._id,
      });
      dropLists(queryClient);
      const { scenes, characters, locations } = story;
      forgetAbout([story, ...scenes, ...characters, ...locations].map(({ _id }) => _id));
      router.push("/");
      router.refresh();
      toast.success("Story deleted!");
      focusAtHome();
    },
  });
}
