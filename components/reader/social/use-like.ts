"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { hasSessionHint } from "@/components/accounts/session/session";
import { useViewer } from "@/components/accounts/use-viewer";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import { isLiking, type Like, likeOptions, likesOptions } from "@/lib/likes/client";
import { isUnauthorized, messageOf } from "@/lib/platform/http/api-error";
import { useSignInPrompt } from "./use-sign-in-prompt";

/** The hearts of a story and its scenes. Visitors who like are invited to sign in instead. */
export function useLike(storyId: string) {
  const { viewer, status } = useViewer();
  const client = useQueryClient();
  const { promptSignIn, signInPrompt } = useSignInPrompt("like");
  const { data: likes } = useQuery(likesOptions(storyId, viewer?._id));
  const { mutate } = useDedupedMutation({ ...likeOptions(client, storyId), keyOf: ({ id }) => id });
  const isVisitor = status === "unauthenticated";

  /** Likes what stands at this place of the page or takes the like back. */
  function like(shown: Omit<Like, "isKnown">, near: Element) {
    const target = { ...shown, isKnown: likes?.[shown.id] !== undefined };
    // Where there may be a session the server decides.
    if (!viewer && !hasSessionHint()) {
      console.info("Sign in to like stories and scenes.");
      promptSignIn(near, { storyId, ...shown });
      return;
    }
    if (isLiking(client, target.id)) return;
    mutate(target, {
      onError(error) {
        // Whoever was asked to sign in again, and did not, knows.
        if (!isUnauthorized(error)) toast.error(messageOf(error));
      },
    });
  }

  return { hearts: likes, like, isVisitor, invitation: signInPrompt };
}
