"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { hasSessionHint } from "@/components/accounts/session/session";
import { useSignedInViewer } from "@/components/accounts/use-viewer";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import { isLiking, type Like, likeOptions, likesOptions } from "@/lib/likes/client";
import { isUnauthorized, messageOf } from "@/lib/platform/http/api-error";
import { useSignInPrompt } from "./use-sign-in-prompt";

/** Likes of a story and its scenes. Visitors are invited to sign in. */
export function useLike(storyId: string) {
  const viewer = useSignedInViewer();
  const client = useQueryClient();
  const { promptSignIn, signInPrompt } = useSignInPrompt("like");
  const { data: likes } = useQuery(likesOptions(storyId, viewer?._id));
  const { mutate } = useDedupedMutation({ ...likeOptions(client, storyId), keyOf: ({ id }) => id });

  /** Toggles the like that is shown at `near`. */
  function like(shown: Like, near: Element) {
    // If there may be a session, the server decides.
    if (!viewer && !hasSessionHint()) {
      console.info("Sign in to like stories and scenes.");
      promptSignIn(near, { storyId, ...shown });
      return;
    }
    if (isLiking(client, shown.id)) return;
    mutate(shown, {
      onError(error) {
        // A person who declined to sign in again needs no message.
        if (!isUnauthorized(error)) toast.error(messageOf(error));
      },
    });
  }

  return { likes, like, isVisitor: viewer === null, signInPrompt };
}
