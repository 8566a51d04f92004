import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "@/lib/platform/http/envelope";
import { api } from "@/lib/platform/http/fetch";
import { type StoryCosts, storyCostsDto } from "./schema";

/** What things cost in a story, and what it has cost. */
export const storyCostsOptions = (storyId: string, initialData?: StoryCosts) =>
  queryOptions({
    queryKey: ["spending", "story", storyId] as const,
    queryFn: async ({ signal }) =>
      (await api(`/stories/${storyId}/costs`, { signal, response: dataOf(storyCostsDto) })).data,
    ...(initialData ? { initialData } : {}),
  });
