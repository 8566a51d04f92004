import { queryOptions } from "@tanstack/react-query";
import { apiData } from "@/lib/platform/http/fetch";
import { type StoryCosts, storyCostsDto } from "./schema";

/** Prices and costs of a story. */
export const storyCostsOptions = (storyId: string, initialData?: StoryCosts) =>
  queryOptions({
    queryKey: ["spending", "story", storyId] as const,
    queryFn: ({ signal }) =>
      apiData(`/stories/${storyId}/costs`, { signal, response: storyCostsDto }),
    ...(initialData ? { initialData } : {}),
  });
