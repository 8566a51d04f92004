"use client";
import { Send, Share2 } from "lucide-react";
import { useSignedInViewer } from "@/components/accounts/use-viewer";
import { Button, ButtonLink } from "@/components/ui/button";
import { shareReading } from "../social/share-story";

interface EndActionProps {
  storyId: string;
  title: string;
  authorId: string;
  isPublished: boolean;
  hasPicture: boolean;
}

/** 'Share' for a published story, 'Publish' for the viewer's own draft. */
export function EndAction({ storyId, title, authorId, isPublished, hasPicture }: EndActionProps) {
  const viewer = useSignedInViewer();
  if (isPublished) {
    return (
      <Button className="with-script" onClick={() => void shareReading(title, storyId)}>
        <Share2 aria-hidden="true" /> Share
      </Button>
    );
  }
  if (viewer?._id !== authorId || !hasPicture) return null;
  return (
    <ButtonLink href={`/story/${storyId}?publish`} variant="primary" prefetch={false}>
      <Send aria-hidden="true" /> Publish
    </ButtonLink>
  );
}
