"use client";
import { BrokenBalloon } from "@/components/illustrations/broken-balloon";
import { Button } from "@/components/ui/button";
import { Page } from "./page";

/** What stands in the place of a page, or of everything, that failed. `digest` finds it in the log. */
export function ErrorView({ digest }: { digest?: string | undefined }) {
  return (
    <Page className="grid justify-items-center gap-4 text-center">
      <title>Something went wrong</title>
      <div className="w-full max-w-112">
        <BrokenBalloon />
      </div>
      <h1 className="display mt-2 text-3xl">Something went wrong</h1>
      <p className="max-w-measure text-lg text-ink-soft">
        Don't worry, our comic heroes are working on fixing this issue!
      </p>
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        <Button variant="primary" onClick={() => window.location.reload()}>
          Try Again
        </Button>
        <Button onClick={() => window.location.assign("/")}>Go Home</Button>
      </div>
      {digest && <p className="text-sm text-ink-soft">Reference: {digest}</p>}
    </Page>
  );
}
