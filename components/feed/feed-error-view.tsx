"use client";
import { SpiltInk } from "@/components/illustrations/spilt-ink";
import { Page } from "@/components/shell/page";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";

/** Replaces a list of stories that the server could not read. */
export function FeedErrorView() {
  return (
    <Page>
      <title>Failed to load stories</title>
      <EmptyState
        heading="h1"
        picture={<SpiltInk />}
        title="Failed to load stories"
        action={
          <Button variant="primary" onClick={() => window.location.reload()}>
            Try Again
          </Button>
        }
      >
        The stories could not be loaded. Please try again.
      </EmptyState>
    </Page>
  );
}
