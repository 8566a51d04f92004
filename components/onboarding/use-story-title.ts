"use client";
import { useIsMutating, useQueryClient } from "@tanstack/react-query";
import { useWrite } from "@/components/ui/use-write";
import { generateTitle } from "@/lib/generation/text/client";
import { storyKeys, updateStory } from "@/lib/stories/client";
import { newStory } from "@/lib/stories/new-story";
import type { Story } from "@/lib/stories/schema";
import { keepNewest } from "@/lib/stories/story-cache";

/**
 * Gives a story that is still called as every new one a title of its own, behind the author's back:
 * where that fails, the title stays.
 */
export function useStoryTitle(storyId: string): {
  isNaming: boolean;
  giveTitle: (description: string) => void;
} {
  const queryClient = useQueryClient();
  const mutationKey = ["onboarding", "title", storyId];
  const isUntitled = () =>
    queryClient.getQueryData<Story>(storyKeys.detail(storyId))?.title === newStory.title;
  const { mutate } = useWrite({
    mutationKey,
    meta: { handlesError: true },
    mutationFn: async (description: string) => {
      const title = await generateTitle(storyId, description);
      if (isUntitled()) keepNewest(queryClient, await updateStory(storyId, { title }));
    },
  });
  const isNaming = useIsMutating({ mutationKey }) > 0;
  return {
    isNaming,
    giveTitle: (description) => {
      if (isUntitled() && queryClient.isMutating({ mutationKey }) === 0) mutate(description);
    },
  };
}
