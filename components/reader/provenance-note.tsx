import Link from "next/link";
import { provenanceOf } from "@/lib/stories/provenance";
import type { Story } from "@/lib/stories/schema";

/** 'Remixed from …' in one of its three forms; nothing for an original. */
export function ProvenanceNote({
  story,
}: {
  story: Parameters<typeof provenanceOf>[0] & Pick<Story, "_id">;
}) {
  const provenance = provenanceOf(story);
  if (!provenance) return null;
  if (provenance.kind === "unknown") {
    return <p className="text-ink-soft">This is a remix (original source unknown)</p>;
  }
  return (
    <p className="text-ink-soft wrap-anywhere">
      Remixed from{" "}
      {provenance.kind === "original" ? (
        <>
          <Link href={`/story/${provenance.storyId}/read`} prefetch={false} className="link">
            {provenance.title}
          </Link>{" "}
          by {provenance.author}
        </>
      ) : (
        <>
          {provenance.title} <span>(original story no longer available)</span>
        </>
      )}
    </p>
  );
}
