"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { hasHint } from "@/components/accounts/session";
import { useViewer } from "@/components/accounts/use-viewer";
import { toast } from "@/components/ui/toast";
import { useWrite } from "@/components/ui/use-write";
import { type Heart, isLiking, likeOptions, likesOptions } from "@/lib/likes/client";
import { isUnauthorized, messageOf } from "@/lib/platform/http/api-error";
import { useInvitation } from "./use-invitation";

/** The hearts of a story and its scenes. Visitors who like are invited to sign in instead. */
export function useLike(storyId: string) {
  const { viewer, status } = useViewer();
  const client = useQueryClient();
  const { invite, invitation } = useInvitation("like");
  const { data: hearts } = useQuery(likesOptions(storyId, viewer?._id));
  const { mutate } = useWrite({ ...likeOptions(client, storyId), keyOf: ({ id }) => id });
  const isVisitor = status === "unauthenticated";

  /** Likes what stands at this place of the page or takes the like back. */
  function like(shown: Omit<Heart, "isKnown">, near: Element) {
    const heart = { ...shown, isKnown: hearts?.[shown.id] !== undefined };
    // Where there may be a session the server decides.
    if (!viewer && !hasHint()) {
      console.info("Sign in to like stories and scenes.");
      invite(near, { storyId, ...shown });
      return;
    }
    if (isLiking(client, heart.id)) return;
    mutate(heart, {
      onError(error) {
        // Whoever was asked to sign in again, and did not, knows.
        if (!isUnauthorized(error)) toast.error(messageOf(error));
      },
    });
  }

  return { hearts, like, isVisitor, invitation };
}
