"use client";
import Link from "next/link";
import { useSignedInViewer } from "@/components/accounts/use-viewer";
import { originLabels } from "@/lib/stories/ai-disclosure";
import { feedHref, type SearchFilters, searchHref } from "@/lib/stories/feed/urls";
import { LinkRow } from "./link-row";

/** Filters the list to stories without AI, and back. */
export function ByHandLink({ view: { q, sort, ...view } }: { view: SearchFilters }) {
  const viewer = useSignedInViewer();
  // Then every list is filtered anyway.
  if (viewer?.hidesAi) {
    return (
      <p className="text-sm text-ink-soft">
        You see only stories without AI.{" "}
        <Link href="/dashboard" className="link">
          Change it in Profile & Settings
        </Link>
      </p>
    );
  }
  const made = view.made ? undefined : "by-hand";
  const href =
    q || sort === "best"
      ? searchHref({ ...view, q, sort, made })
      : feedHref({ ...view, ...(sort && { sort }), made });
  return (
    <LinkRow
      label="Filter"
      links={[{ key: "made", label: originLabels.without, href, isCurrent: Boolean(view.made) }]}
    />
  );
}
