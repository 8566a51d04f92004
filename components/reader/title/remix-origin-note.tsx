import Link from "next/link";
import { readingPath } from "@/lib/stories/reading/parts";
import { remixOriginOf } from "@/lib/stories/remix/origin";
import type { Story } from "@/lib/stories/schema";

/** 'Remixed from …'; nothing for an original. */
export function RemixOriginNote({
  story,
}: {
  story: Parameters<typeof remixOriginOf>[0] & Pick<Story, "_id">;
}) {
  const origin = remixOriginOf(story);
  if (!origin) return null;
  if (origin.kind === "unknown") {
    return <p className="text-ink-soft">This is a remix (original source unknown)</p>;
  }
  return (
    <p className="text-ink-soft wrap-anywhere">
      Remixed from{" "}
      {origin.kind === "original" ? (
        <>
          <Link href={readingPath(origin.storyId)} prefetch={false} className="link">
            {origin.title}
          </Link>{" "}
          by <bdi>{origin.author}</bdi>
        </>
      ) : (
        <>
          {origin.title} <span>(original story no longer available)</span>
        </>
      )}
    </p>
  );
}
