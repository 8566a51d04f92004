"use client";
import { Pencil } from "lucide-react";
import { useSignedInViewer } from "@/components/accounts/use-viewer";
import { RevalidateOnBfcache } from "@/components/shell/revalidate-on-bfcache";
import { ButtonLink } from "@/components/ui/button";

interface OwnerLinkProps {
  storyId: string;
  authorId: string;
  /** A new value for each render on the server. */
  renderId: string;
}

/** A cached page cannot know its owner, so the browser asks after loading. */
export function OwnerLink({ storyId, authorId, renderId }: OwnerLinkProps) {
  const viewer = useSignedInViewer();
  if (viewer?._id !== authorId) return null;
  return (
    <div className="owner-link">
      {/* Refetched after the workspace, where the owner may have changed it. */}
      <RevalidateOnBfcache renderId={renderId} />
      <ButtonLink href={`/story/${storyId}`} size="sm">
        <Pencil aria-hidden="true" /> <span>Edit Story</span>
      </ButtonLink>
    </div>
  );
}

/** Below 'No Scenes to Read': a link for the owner, a sentence for others. */
export function NoScenesAction({ storyId, authorId }: { storyId: string; authorId: string }) {
  const viewer = useSignedInViewer();
  return viewer?._id === authorId ? (
    <ButtonLink href={`/story/${storyId}`} variant="primary">
      Edit Story
    </ButtonLink>
  ) : (
    <p>Check back later for updates!</p>
  );
}
