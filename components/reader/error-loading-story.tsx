"use client";
import { BrokenBalloonLater } from "@/components/illustrations/broken-balloon-later";
import { Page } from "@/components/shell/page";
import { Button, ButtonLink } from "@/components/ui/button";

interface ErrorLoadingStoryProps {
  message: string;
  /** Whether another try may help; not where there is nothing. */
  canRetry?: boolean;
  /** Finds the failure in the log. */
  digest?: string | undefined;
}

/** A story that cannot be shown, and why. */
export function ErrorLoadingStory({ message, canRetry = true, digest }: ErrorLoadingStoryProps) {
  return (
    <Page className="grid justify-items-center gap-4 text-center">
      <div className="aspect-4/3 w-full max-w-112">
        <BrokenBalloonLater />
      </div>
      <h1 className="display mt-2 text-3xl">Error Loading Story</h1>
      <p className="max-w-measure text-lg text-ink-soft">{message}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {canRetry && (
          <Button variant="primary" onClick={() => window.location.reload()}>
            Try Again
          </Button>
        )}
        <ButtonLink href="/" variant={canRetry ? "secondary" : "primary"}>
          Go Home
        </ButtonLink>
      </div>
      {digest && <p className="text-sm text-ink-soft">Reference: {digest}</p>}
    </Page>
  );
}

/** No story at all, and in the same words another's draft. */
export const UnknownStory = () => (
  <ErrorLoadingStory message="The story you're looking for doesn't exist." canRetry={false} />
);

/** When the server could not read it. */
export const StoryFailure = ({ digest }: { digest?: string | undefined }) => (
  <ErrorLoadingStory
    message="The story could not be fetched just now. Please try again in a moment."
    digest={digest}
  />
);
