import type { QueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast";
import { type Like, likeOptions } from "@/lib/likes/client";
import { ApiError, isUnauthorized, messageOf } from "@/lib/platform/http/api-error";
import { tryStorage } from "@/lib/platform/try-storage";

const key = "inkwright:like";

/** Milliseconds after which a visitor's like expires. */
const maxAge = 30 * 60_000;

/** A visitor's like, sent once they have signed in and returned. */
export interface PendingLike extends Like {
  storyId: string;
}

export function storePendingLike(pending: PendingLike): void {
  // Without storage the visitor has to like again.
  tryStorage(() => sessionStorage.setItem(key, JSON.stringify({ ...pending, at: Date.now() })));
}

/** Sends the like that a visitor of this story signed in for. */
export async function sendPendingLike(client: QueryClient, storyId: string): Promise<void> {
  const pending = tryStorage(() => JSON.parse(sessionStorage.getItem(key) ?? "null"));
  if (pending?.storyId !== storyId || Date.now() - pending.at >= maxAge) return;
  try {
    await client.getMutationCache().build(client, likeOptions(client, storyId)).execute(pending);
    toast.success("Your like is saved.");
  } catch (error) {
    // The next load of the page sends it again.
    if (error instanceof ApiError && error.code === "network_error") return;
    // A person who declined to sign in again needs no message.
    if (!isUnauthorized(error)) toast.error(messageOf(error));
  }
  tryStorage(() => sessionStorage.removeItem(key));
}
