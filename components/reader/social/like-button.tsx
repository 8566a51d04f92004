"use client";
import { Heart } from "lucide-react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/stories/format-count";
import { useLike } from "./use-like";

interface LikeButtonProps {
  storyId: string;
  /** Of a scene; by default the like is the story's. */
  sceneId?: string;
  /** As rendered; the browser fetches the viewer's own state. */
  count: number;
  /** A word beside the heart; by default 'Like', where there is room. */
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
