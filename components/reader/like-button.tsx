"use client";
import { Heart } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useViewer } from "@/components/accounts/use-viewer";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { LikeInfo } from "@/lib/likes/schema";
import { api } from "@/lib/platform/http/fetch";
import { abbreviate } from "@/lib/stories/counts";

interface LikeButtonProps {
  kind: "stories" | "scenes";
  id: string;
  /** As the page was rendered; the viewer's own state follows in the browser. */
  count: number;
  label?: string;
  quiet?: boolean;
}

type LikeReply = { data: LikeInfo };

/** Toggles at once, takes it back when the server refuses, and ends with what the server says. */
export function LikeButton({ kind, id, count, label, quiet }: LikeButtonProps) {
  const { viewer, status } = useViewer();
  const [like, setLike] = useState<LikeInfo>({ likeCount: count, isLikedByUser: false });
  const [pending, setPending] = useState(false);
  const toggled = useRef(false);
  const path = `/likes/${kind}/${id}`;

  useEffect(() => {
    if (!viewer) return;
    const abort = new AbortController();
    (api(path, { signal: abort.signal }) as Promise<LikeReply>)
      // An answer from before a click says nothing any more.
      .then((reply) => {
        if (!toggled.current) setLike(reply.data);
      })
      // The count on the page stays: a heart that cannot be asked for is no reason to disturb.
      .catch(() => undefined);
    return () => abort.abort();
  }, [path, viewer]);

  async function toggle() {
    // While a session is still being asked for there is one, most likely: the server decides.
    if (status === "unauthenticated") {
      console.info("Sign in to like stories and scenes.");
      toast.info("Sign in to like this.");
      return;
    }
    if (pending) return;
    const before = like;
    toggled.current = true;
    setPending(true);
    setLike({
      likeCount: Math.max(0, before.likeCount + (before.isLikedByUser ? -1 : 1)),
      isLikedByUser: !before.isLikedByUser,
    });
    try {
      const reply = (await api(path, { method: "POST" })) as LikeReply;
      setLike(reply.data);
    } catch (error) {
      setLike(before);
      toast.error(error instanceof Error ? error.message : "An unexpected error occurred");
    } finally {
      setPending(false);
    }
  }

  const name = like.isLikedByUser ? "Unlike" : "Like";
  return (
    <Button
      variant={quiet ? "ghost" : "secondary"}
      size={quiet ? "sm" : "md"}
      aria-pressed={like.isLikedByUser}
      aria-label={label ? undefined : `${name}: ${abbreviate(like.likeCount)} likes`}
      onClick={toggle}
    >
      <Heart
        aria-hidden="true"
        className={like.isLikedByUser ? "animate-pop text-red" : undefined}
        fill={like.isLikedByUser ? "currentColor" : "none"}
      />
      {label && <span>{label}</span>}
      <span>{abbreviate(like.likeCount)}</span>
    </Button>
  );
}
