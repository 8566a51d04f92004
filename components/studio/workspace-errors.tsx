import { BrokenBalloon } from "@/components/illustrations/broken-balloon";
import { SpiltInk } from "@/components/illustrations/spilt-ink";
import { TornPage } from "@/components/illustrations/torn-page";
import { Trouble } from "@/components/shell/trouble";

/** What stands in the place of a workspace that cannot be shown, each with its drawing. */

interface ErrorLoadingStoryProps {
  digest?: string | undefined;
  onRetry: () => void;
}

export function ErrorLoadingStory(props: ErrorLoadingStoryProps) {
  return (
    <Trouble picture={<BrokenBalloon />} title="Error Loading Story" {...props}>
      Nothing of your story is lost. Try again in a moment.
    </Trouble>
  );
}

/** No such story, somebody else's draft, or one that was deleted in another tab. */
export function StoryNotFound() {
  return (
    <Trouble picture={<TornPage />} title="Story Not Found">
      The story you're looking for doesn't exist.
    </Trouble>
  );
}

/** The story came, but not in a form that can be shown. */
export function InvalidStory({ onRetry }: { onRetry?: () => void }) {
  return (
    <Trouble picture={<SpiltInk />} title="Error: Invalid story data" onRetry={onRetry}>
      The story arrived in a form that cannot be shown. What you wrote is kept.
    </Trouble>
  );
}
