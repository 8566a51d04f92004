import { ErrorPage } from "@/components/shell/error-page";
import { Illustration } from "@/components/ui/pictures/illustration";

/** Replacements of a workspace that cannot be shown, each with its drawing. */

interface StoryLoadErrorProps {
  digest?: string | undefined;
  onRetry: () => void;
}

export function StoryLoadError(props: StoryLoadErrorProps) {
  return (
    <ErrorPage
      picture={<Illustration name="broken-bubble" />}
      title="Error Loading Story"
      {...props}
    >
      Your story is safe. Try again in a moment.
    </ErrorPage>
  );
}

/** An unknown story, another author's draft, or a story deleted in another tab. */
export function StoryNotFound() {
  return (
    <ErrorPage picture={<Illustration name="torn-page" />} title="Story Not Found">
      The story you're looking for doesn't exist.
    </ErrorPage>
  );
}

/** The response was not a valid story. */
export function InvalidStory({ onRetry }: { onRetry?: () => void }) {
  return (
    <ErrorPage
      picture={<Illustration name="spilt-ink" />}
      title="Error: Invalid story data"
      onRetry={onRetry}
    >
      The story could not be displayed. Your text is kept.
    </ErrorPage>
  );
}
