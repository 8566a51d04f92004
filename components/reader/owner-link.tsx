"use client";
import { Pencil } from "lucide-react";
import { RevalidateOnBfcache } from "@/components/accounts/session/revalidate-on-bfcache";
import { useSignedInViewer } from "@/components/accounts/use-viewer";
import { ButtonLink } from "@/components/ui/button";

interface OwnerLinkProps {
  storyId: string;
  authorId: string;
  /** A new value for each render on the server. */
  renderId: string;
}

/** 'Edit Story' for the owner. The cached page is the same for all, so the browser decides. */
export function OwnerLink({ storyId, authorId, renderId }: OwnerLinkProps) {
  const viewer = useSignedInViewer();
  if (viewer?._id !== authorId) return null;
  return (
    <div className="owner-link">
      {/* The owner may have changed the story in the workspace. */}
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
