"use client";
import { useIsMutating, useQueryClient } from "@tanstack/react-query";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { generateTitle } from "@/lib/generation/text/client";
import { storyKeys, updateStory } from "@/lib/stories/client";
import { cacheIfNewer } from "@/lib/stories/query-cache";
import type { Story } from "@/lib/stories/schema";
import { storyDefaults } from "@/lib/stories/story-defaults";

/** Titles given here with their description: a new description gets a new title. */
const assignedTitles = new Map<string, { title: string; description: string }>();
const requestedDescriptions = new Map<string, string>();

/**
 * Gives a story with a default title a generated one in the background, and a new one for a new
 * description; on an error the title stays.
 */
export function useStoryTitle(storyId: string): {
  isNaming: boolean;
  giveTitle: (description: string) => void;
} {
  const queryClient = useQueryClient();
  const mutationKey = ["onboarding", "title", storyId];
  const isUntitled = () => {
    const title = queryClient.getQueryData<Story>(storyKeys.detail(storyId))?.title;
    return title === storyDefaults.title || title === assignedTitles.get(storyId)?.title;
  };
  const { mutate } = useDedupedMutation({
    mutationKey,
    meta: { handlesError: true },
    mutationFn: async (description: string) => {
      const title = await generateTitle(storyId, description);
      if (!isUntitled()) return;
      cacheIfNewer(queryClient, await updateStory(storyId, { title }));
      assignedTitles.set(storyId, { title, description });
    },
    onSettled: (_, __, description) => {
      const latest = requestedDescriptions.get(storyId);
      // Not `giveTitle`, since this mutation still counts as pending.
      if (latest && latest !== description && isUntitled()) mutate(latest);
    },
  });
  const isNaming = useIsMutating({ mutationKey }) > 0;
  function giveTitle(description: string): void {
    requestedDescriptions.set(storyId, description);
    const isNamed = assignedTitles.get(storyId)?.description === description;
    if (!isUntitled() || isNamed || queryClient.isMutating({ mutationKey }) > 0) return;
    mutate(description);
  }
  return { isNaming, giveTitle };
}
