"use client";
import { Share2 } from "lucide-react";
import type { Ref } from "react";
import { Button } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-button";
import { readingPath } from "@/lib/discovery/urls";
import type { Story } from "@/lib/stories/schema";
import { EmbedStory } from "./embed-story";

/** Plain links: nothing is loaded from these sites before a click. */
function getShareTargets(title: string, url: string): [name: string, href: string][] {
  const words = encodeURIComponent(title);
  const address = encodeURIComponent(url);
  return [
    ["WhatsApp", `https://wa.me/?text=${words}%20${address}`],
    ["Bluesky", `https://bsky.app/intent/compose?text=${words}%20${address}`],
    ["X", `https://x.com/intent/post?text=${words}&url=${address}`],
    ["Facebook", `https://www.facebook.com/sharer/sharer.php?u=${address}`],
    ["E-mail", `mailto:?subject=${words}&body=${address}`],
  ];
}

/** The address of a published story, and ways to share it. */
export function ShareLink({ story, ref }: { story: Story; ref: Ref<HTMLButtonElement> }) {
  const url = window.location.origin + readingPath(story._id);

  return (
    <section aria-label="Share" className="mb-5 grid gap-3">
      <CopyField
        ref={ref}
        name="Link to your story"
        text={url}
        successMessage="Link copied"
        errorMessage={`The link could not be copied. It is ${url}`}
      />
      <div className="flex flex-wrap gap-2">
        {"share" in navigator ? (
          <Button
            size="sm"
            // Ignores a cancelled share sheet.
            onClick={() => navigator.share({ title: story.title, url }).catch(() => undefined)}
          >
            <Share2 aria-hidden="true" /> Share
          </Button>
        ) : (
          getShareTargets(story.title, url).map(([name, href]) => (
            <a key={name} className="btn btn-sm" href={href} target="_blank" rel="noreferrer">
              {name}
            </a>
          ))
        )}
      </div>
      {/* An embedded story cannot ask for the reader's age. */}
      {story.rating !== "mature" && <EmbedStory story={story} />}
    </section>
  );
}
