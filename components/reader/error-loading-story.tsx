import { BrokenBalloonLater } from "@/components/illustrations/broken-balloon-later";
import { Page } from "@/components/shell/page";
import { Button, ButtonLink } from "@/components/ui/button";

interface ErrorLoadingStoryProps {
  message: string;
  /** Where another try may help. */
  onRetry?: () => void;
  /** Finds the failure in the log. */
  digest?: string | undefined;
}

/** A story that cannot be shown, and why. */
export function ErrorLoadingStory({ message, onRetry, digest }: ErrorLoadingStoryProps) {
  return (
    <Page className="grid justify-items-center gap-4 text-center">
      <div className="aspect-4/3 w-full max-w-112">
        <BrokenBalloonLater />
      </div>
      <h1 className="display mt-2 text-3xl">Error Loading Story</h1>
      <p className="max-w-measure text-lg text-ink-soft">{message}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {onRetry && (
          <Button variant="primary" onClick={onRetry}>
            Try Again
          </Button>
        )}
        <ButtonLink href="/" variant={onRetry ? "secondary" : "primary"}>
          Go Home
        </ButtonLink>
      </div>
      {digest && <p className="text-sm text-ink-soft">Reference: {digest}</p>}
    </Page>
  );
}

/** No story at all, and in the same words another's draft. */
export const UnknownStory = () => (
  <ErrorLoadingStory message="The story you're looking for doesn't exist." />
);
