import type { ReactNode } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Page } from "./page";

interface ErrorPageProps {
  picture: ReactNode;
  title: string;
  children: ReactNode;
  /** What the way home is called: the specification has two words for it. */
  home?: "Go Home" | "Back to Home";
  /** Where another try may help. */
  onRetry?: () => void;
  /** Finds the failure in the log. */
  digest?: string | undefined;
}

/** What stands in the place of a page that cannot be shown, with the way home. */
export function ErrorPage({
  picture,
  title,
  children,
  home = "Go Home",
  onRetry,
  digest,
}: ErrorPageProps) {
  return (
    <Page className="grid justify-items-center gap-4 text-center">
      <div className="aspect-4/3 w-full max-w-112">{picture}</div>
      <h1 className="display mt-2 text-3xl">{title}</h1>
      <p className="max-w-measure text-lg wrap-anywhere text-ink-soft">{children}</p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {onRetry && (
          <Button variant="primary" onClick={onRetry}>
            Try Again
          </Button>
        )}
        <ButtonLink href="/" prefetch={false} variant={onRetry ? "secondary" : "primary"}>
          {home}
        </ButtonLink>
      </div>
      {digest && <p className="text-sm text-ink-soft">Reference: {digest}</p>}
    </Page>
  );
}
