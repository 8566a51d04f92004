import type { Metadata } from "next";
import { UnknownStoryError } from "@/components/reader/draft/error-loading-story";
import { LazyDraftReader } from "@/components/reader/draft/lazy-draft-reader";

export const metadata: Metadata = { title: "Error Loading Story" };

/**
 * The answer to strangers for a draft, and to everyone for an unknown id. A signed-in viewer may be
 * the author: the browser then requests the draft itself, which never enters the cache of public
 * pages.
 */
export default function ReadNotFound() {
  return (
    <LazyDraftReader>
      <UnknownStoryError />
    </LazyDraftReader>
  );
}
