import type { ReactNode } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Page } from "./page";

interface ErrorPageProps {
  picture: ReactNode;
  title: string;
  children: ReactNode;
  /** Label of the link home: the specification has two. */
  home?: "Go Home" | "Back to Home";
  /** Set if a retry may help. */
  onRetry?: () => void;
  /** Finds the error in the log. */
  digest?: string | undefined;
}

/** Replaces a page that cannot be shown; links home. */
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
