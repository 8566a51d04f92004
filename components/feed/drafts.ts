import { api } from "@/lib/platform/http/fetch";
import type { StoryPage } from "@/lib/stories/schema";

/** Drafts of whoever asks; nobody gets those of others. */
export async function fetchDrafts(username: string, signal: AbortSignal, cursor?: string) {
  const reply = (await api("/stories", {
    query: { author: username, status: "draft", limit: 12, cursor },
    signal,
  })) as { data: StoryPage };
  return {
    stories: reply.data.stories,
    cursor: reply.data.pagination.nextCursor,
    total: reply.data.pagination.total,
  };
}
