import type { ReactNode } from "react";
import { BrokenBalloon } from "@/components/illustrations/broken-balloon";
import { SpiltInk } from "@/components/illustrations/spilt-ink";
import { TornPage } from "@/components/illustrations/torn-page";
import { Page } from "@/components/shell/page";
import { Button, ButtonLink } from "@/components/ui/button";

/** What stands in the place of a workspace that cannot be shown, each with its drawing. */

interface TroubleProps {
  picture: ReactNode;
  title: string;
  children: ReactNode;
  onRetry?: () => void;
}

function Trouble({ picture, title, children, onRetry }: TroubleProps) {
  return (
    <Page className="grid justify-items-center gap-4 text-center">
      <div className="aspect-4/3 w-full max-w-112">{picture}</div>
      <h1 className="display mt-2 text-3xl">{title}</h1>
      <div className="max-w-measure text-lg text-ink-soft">{children}</div>
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
    </Page>
  );
}

/** `digest` finds the failure in the log. */
export function ErrorLoadingStory({
  digest,
  onRetry,
}: {
  digest?: string | undefined;
  onRetry: () => void;
}) {
  return (
    <Trouble picture={<BrokenBalloon />} title="Error Loading Story" onRetry={onRetry}>
      <p>Nothing of your story is lost. Try again in a moment.</p>
      {digest && <p className="mt-2 text-sm">Reference: {digest}</p>}
    </Trouble>
  );
}

/** No such story, somebody else's draft, or one that was deleted in another tab. */
export function StoryNotFound() {
  return (
    <Trouble picture={<TornPage />} title="Story Not Found">
      <p>The story you're looking for doesn't exist.</p>
    </Trouble>
  );
}

/** The story came, but not in a form that can be shown. */
export function InvalidStory({ onRetry }: { onRetry?: () => void }) {
  return (
    <Trouble picture={<SpiltInk />} title="Error: Invalid story data" onRetry={onRetry}>
      <p>The story arrived in a form that cannot be shown. What you wrote is kept.</p>
    </Trouble>
  );
}
