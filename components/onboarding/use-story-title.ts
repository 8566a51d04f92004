"use client";
import { useIsMutating, useQueryClient } from "@tanstack/react-query";
import { useWrite } from "@/components/ui/use-write";
import { generateTitle } from "@/lib/generation/text/client";
import { storyKeys, updateStory } from "@/lib/stories/client";
import { newStory } from "@/lib/stories/new-story";
import type { Story } from "@/lib/stories/schema";
import { keepNewest } from "@/lib/stories/story-cache";

/** What was named here, after which words: other words give it another title. */
const given = new Map<string, { title: string; description: string }>();
const asked = new Map<string, string>();

/**
 * Gives a story that is still called as every new one a title of its own, behind the author's back,
 * and another one where the author begins with other words: where that fails, the title stays.
 */
export function useStoryTitle(storyId: string): {
  isNaming: boolean;
  giveTitle: (description: string) => void;
} {
  const queryClient = useQueryClient();
  const mutationKey = ["onboarding", "title", storyId];
  const isUntitled = () => {
    const title = queryClient.getQueryData<Story>(storyKeys.detail(storyId))?.title;
    return title === newStory.title || title === given.get(storyId)?.title;
  };
  const { mutate } = useWrite({
    mutationKey,
    meta: { handlesError: true },
    mutationFn: async (description: string) => {
      const title = await generateTitle(storyId, description);
      if (!isUntitled()) return;
      keepNewest(queryClient, await updateStory(storyId, { title }));
      given.set(storyId, { title, description });
    },
    onSettled: (_, __, description) => {
      const latest = asked.get(storyId);
      if (latest && latest !== description) giveTitle(latest);
    },
  });
  const isNaming = useIsMutating({ mutationKey }) > 0;
  function giveTitle(description: string): void {
    asked.set(storyId, description);
    const isNamed = given.get(storyId)?.description === description;
    if (!isUntitled() || isNamed || queryClient.isMutating({ mutationKey }) > 0) return;
    mutate(description);
  }
  return { isNaming, giveTitle };
}
