import type { QueryClient } from "@tanstack/react-query";
import { storyKeys } from "@/lib/stories/client";
import type { Story } from "@/lib/stories/schema";

/**
 * Shows what a write has changed. An answer that is still on its way is from before the write, so it
 * is dropped and asked for again.
 */
export async function changeStory(
  queryClient: QueryClient,
  storyId: string,
  change: (story: Story | undefined) => Story | undefined,
): Promise<void> {
  const filters = { queryKey: storyKeys.detail(storyId), exact: true };
  const wasFetching = queryClient.isFetching(filters) > 0;
  await queryClient.cancelQueries(filters);
  queryClient.setQueryData<Story>(filters.queryKey, change);
  if (wasFetching) void queryClient.invalidateQueries(filters);
}
