"use client";
import { Heart } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { Button } from "@/components/ui/button";
import { abbreviate } from "@/lib/stories/counts";
import { like } from "./like";
import { askLikes, type LikeKey, likeStore } from "./like-store";

interface LikeButtonProps {
  kind: "stories" | "scenes";
  id: string;
  /** As the page was rendered; the viewer's own state follows in the browser. */
  count: number;
  label?: string;
  quiet?: boolean;
}

/** A heart with its count. A story's also asks what this person likes of the story and its scenes. */
export function LikeButton({ kind, id, count, label, quiet }: LikeButtonProps) {
  const { viewer } = useViewer();
  const viewerId = viewer?._id;
  const key: LikeKey = `${kind}/${id}`;
  const known = useSyncExternalStore(
    likeStore.subscribe,
    () => likeStore.get(key),
    () => undefined,
  );

  useEffect(() => {
    if (viewerId && kind === "stories") void askLikes(id, viewerId);
  }, [viewerId, kind, id]);

  const { likeCount, isLikedByUser } = known ?? { likeCount: count, isLikedByUser: false };
  return (
    <Button
      variant={quiet ? "ghost" : "secondary"}
      size={quiet ? "sm" : "md"}
      aria-pressed={isLikedByUser}
      aria-label={
        label ? undefined : `${isLikedByUser ? "Unlike" : "Like"}: ${abbreviate(likeCount)} likes`
      }
      onClick={(event) => like(key, { likeCount, isLikedByUser }, event.currentTarget)}
    >
      <Heart
        aria-hidden="true"
        fill={isLikedByUser ? "currentColor" : "none"}
        className={isLikedByUser ? "animate-pop text-red" : undefined}
      />
      {label && <span>{label}</span>}
      <span>{abbreviate(likeCount)}</span>
    </Button>
  );
}
