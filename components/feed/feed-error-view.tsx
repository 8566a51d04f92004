"use client";
import { Page } from "@/components/shell/page";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Illustration } from "@/components/ui/pictures/illustration";

/** Replaces a list of stories that the server could not load. */
export function FeedErrorView() {
  return (
    <Page>
      <title>Failed to load stories</title>
      <EmptyState
        heading="h1"
        picture={<Illustration name="spilt-ink" />}
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
