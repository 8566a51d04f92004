import { queryOptions } from "@tanstack/react-query";
import { apiData } from "@/lib/platform/http/fetch";
import { type StoryCosts, storyCostsDto } from "./schema";

/** What things cost in a story, and what it has cost. */
export const storyCostsOptions = (storyId: string, initialData?: StoryCosts) =>
  queryOptions({
    queryKey: ["spending", "story", storyId] as const,
    queryFn: ({ signal }) =>
      apiData(`/stories/${storyId}/costs`, { signal, response: storyCostsDto }),
    ...(initialData ? { initialData } : {}),
  });
