import type { Metadata } from "next";
import { UnknownStoryError } from "@/components/reader/error-loading-story";
import { LazyDraftReader } from "@/components/reader/lazy-draft-reader";

export const metadata: Metadata = { title: "Error Loading Story" };

/**
 * A stranger's answer for a draft and everybody's for an unknown id. Whoever is signed in may be the
 * author: then the browser asks for the draft itself, which never enters the cache of public pages.
 */
export default function ReadNotFound() {
  return (
    <LazyDraftReader>
      <UnknownStoryError />
    </LazyDraftReader>
  );
}
