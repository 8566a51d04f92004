"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Heart } from "lucide-react";
import { hasSessionHint } from "@/components/accounts/session/session";
import { useSignedInViewer } from "@/components/accounts/use-viewer";
import { Button } from "@/components/ui/button";
import { useDedupedMutation } from "@/components/ui/hooks/use-deduped-mutation";
import { toast } from "@/components/ui/toast";
import { type Like, likeOptions, likesOptions } from "@/lib/likes/client";
import { isUnauthorized, messageOf } from "@/lib/platform/http/api-error";
import { formatCount } from "@/lib/stories/format-count";
import { useSignInPrompt } from "./use-sign-in-prompt";

interface LikeButtonProps {
  storyId: string;
  /** The scene to like; by default the story. */
  sceneId?: string;
  /** Count at the time of rendering; the browser fetches the current likes. */
  count: number;
  /** The word beside the heart; by default 'Like', hidden on a phone. */
  label?: string;
  quiet?: boolean;
  primary?: boolean;
}

/** A like button with its count. */
export function LikeButton({ storyId, sceneId, count, label, quiet, primary }: LikeButtonProps) {
  const { likes, like, signInPrompt } = useLike(storyId);
  const id = sceneId ?? storyId;
  const kind = sceneId ? "scenes" : "stories";
  const { likeCount, isLikedByUser } = likes?.[id] ?? { likeCount: count, isLikedByUser: false };
  return (
    <>
      <Button
        className="with-script"
        variant={quiet ? "ghost" : primary ? "primary" : "secondary"}
        size={quiet ? "sm" : "md"}
        loading={false}
        aria-pressed={isLikedByUser}
        aria-label={
          label ? undefined : `Like: ${formatCount(likeCount)} like${likeCount === 1 ? "" : "s"}`
        }
        onClick={(event) => like({ kind, id, likeCount, isLikedByUser }, event.currentTarget)}
      >
        <Heart
          aria-hidden="true"
          fill={isLikedByUser ? "currentColor" : "none"}
          className={isLikedByUser ? "animate-pop text-red" : undefined}
        />
        {label ? (
          <span>{label}</span>
        ) : (
          // The space keeps the visible words, 'Like 0', within the name.
          <span className="max-md:hidden">Like </span>
        )}
        <span>{formatCount(likeCount)}</span>
      </Button>
      {signInPrompt}
    </>
  );
}

/** Reads and toggles the likes of a story and its scenes. Visitors are invited to sign in. */
export function useLike(storyId: string) {
  const viewer = useSignedInViewer();
  const client = useQueryClient();
  const { promptSignIn, signInPrompt } = useSignInPrompt("like");
  const { data: likes } = useQuery(likesOptions(storyId, viewer?._id));
  const { mutate } = useDedupedMutation({
    ...likeOptions(client, storyId),
    keyOf: ({ id }) => id,
    queues: true,
  });

  /** Toggles a like. @param near an element beside which the visitor continues after sign-in */
  function like(shown: Like, near: Element) {
    // If there may be a session, the server decides.
    if (!viewer && !hasSessionHint()) {
      console.info("Sign in to like stories and scenes.");
      promptSignIn(near, { storyId, ...shown });
      return;
    }
    mutate(shown, {
      onError(error) {
        // A person who declined to sign in again needs no message.
        if (!isUnauthorized(error)) toast.error(messageOf(error));
      },
    });
  }

  return { likes, like, isVisitor: viewer === null, signInPrompt };
}
