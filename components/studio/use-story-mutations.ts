"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import { clearDrafts } from "@/lib/platform/draft-storage";
import { changesUnlessStale, saveLatest } from "@/lib/platform/http/save-latest";
import { deleteStory, storyKeys, updateStory } from "@/lib/stories/client";
import { removeCachedLists } from "@/lib/stories/feed/client";
import { updateCachedStory } from "@/lib/stories/query-cache";
import { type Story, storyDto, type UpdateStoryInput } from "@/lib/stories/schema";

/** Saves changed fields of a story. @throws ApiError */
export function useSaveStory(story: Story) {
  const queryClient = useQueryClient();
  return useDedupedMutation({
    mutationFn: (changes: UpdateStoryInput): Promise<Story> =>
      saveLatest(story, {
        schema: storyDto,
        changesFor: changesUnlessStale(story, changes),
        send: (changes) => updateStory(story._id, changes),
        keep: (newer) => updateCachedStory(queryClient, story._id, () => newer),
      }),
    meta: { handlesError: true },
    onSuccess(saved) {
      removeCachedLists(queryClient);
      return updateCachedStory(queryClient, story._id, () => saved);
    },
  });
}

/** The focused element was deleted with the story: focus the home page once it is rendered. */
function focusHomePage(frames = 300): void {
  if (window.location.pathname === "/" && document.querySelector("#main h1")) {
    document.getElementById("main")?.focus({ preventScroll: true });
  } else if (frames > 0) requestAnimationFrame(() => focusHomePage(frames - 1));
}

/** Deletes the story and goes home, where the list no longer shows it. */
export function useDeleteStory(story: Story) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useDedupedMutation({
    mutationFn: () => deleteStory(story._id),
    meta: { handlesError: true },
    onError: () => void queryClient.invalidateQueries({ queryKey: storyKeys.detail(story._id) }),
    async onSuccess() {
      // Lists are stale, and so is the remix count of its original; the story itself is gone.
      await queryClient.cancelQueries({ queryKey: storyKeys.detail(story._id) });
      await queryClient.invalidateQueries({
        queryKey: ["stories"],
        predicate: ({ queryKey }) => queryKey[1] !== story._id,
      });
      removeCachedLists(queryClient);
      const { scenes, characters, locations } = story;
      clearDrafts([story, ...scenes, ...characters, ...locations].map(({ _id }) => _id));
      router.push("/");
      router.refresh();
      toast.success("Story deleted!");
      focusHomePage();
    },
  });
}
