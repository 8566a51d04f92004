"use client";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { getLastViewer, hasSessionHint, meOptions } from "@/components/accounts/session/session";
import { useViewer } from "@/components/accounts/use-viewer";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import { isUnauthorized, messageOf } from "@/lib/platform/http/api-error";
import { signInHref } from "@/lib/platform/http/return-path";
import { createStory, findEmptyDraft } from "@/lib/stories/feed/client";
import { placeholderDescription } from "@/lib/stories/story-defaults";
import { storePendingStory } from "./pending-story";

/**
 * Starts a story and opens it. Visitors sign in first; the home page then starts it (prompt-hero.tsx).
 * An empty story reuses an existing empty draft.
 */
export function useStartStory() {
  const { status } = useViewer();
  const queryClient = useQueryClient();
  const router = useRouter();
  function signIn(description: string) {
    storePendingStory(description);
    router.push(signInHref("/"));
  }
  const create = useDedupedMutation({
    async mutationFn(description: string) {
      // The viewer may not be known yet.
      const viewer =
        description === placeholderDescription && (await queryClient.ensureQueryData(meOptions));
      return (viewer && (await findEmptyDraft(viewer.username))) || createStory(description);
    },
    meta: { handlesError: true },
    onSuccess: ({ _id }) => router.push(`/story/${_id}`),
    onError(error, description) {
      if (!isUnauthorized(error)) toast.error(messageOf(error));
      // The viewer was not known yet, and is a visitor.
      else if (!getLastViewer()) signIn(description);
    },
  });
  const isStarting = create.isPending || create.isSuccess;

  /** @param onStarted runs when the story exists, before its page opens */
  function start(description: string, onStarted?: () => void) {
    if (isStarting) return;
    // If there may be a session, the server decides.
    if (status === "unauthenticated" && !hasSessionHint()) signIn(description);
    else create.mutate(description, { onSuccess: onStarted });
  }

  return { start, isStarting };
}
