"use client";
import { Pencil } from "lucide-react";
import { useViewer } from "@/components/accounts/use-viewer";
import { RevalidateOnBfcache } from "@/components/shell/revalidate-on-bfcache";
import { ButtonLink } from "@/components/ui/button";

interface OwnerLinkProps {
  storyId: string;
  authorId: string;
  /** Another one each time that the page is made anew. */
  renderId: string;
}

/** Only the owner sees it, so the browser asks after the page has arrived. */
export function OwnerLink({ storyId, authorId, renderId }: OwnerLinkProps) {
  const { viewer } = useViewer();
  if (viewer?._id !== authorId) return null;
  return (
    <div className="owner-link">
      {/* Back from the table, where they have changed it. */}
      <RevalidateOnBfcache renderId={renderId} />
      <ButtonLink href={`/story/${storyId}`} variant="primary">
        <Pencil aria-hidden="true" /> <span>Edit Story</span>
      </ButtonLink>
    </div>
  );
}

/** Under 'No Scenes to Read': a way on for the owner, a word for everybody else. */
export function NoScenesAction({ storyId, authorId }: { storyId: string; authorId: string }) {
  const { viewer } = useViewer();
  return viewer?._id === authorId ? (
    <ButtonLink href={`/story/${storyId}`} variant="primary">
      Edit Story
    </ButtonLink>
  ) : (
    <p>Check back later for updates!</p>
  );
}
