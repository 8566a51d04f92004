"use client";
import { AuthorLine } from "@/components/reader/author-line";
import { LikeButton } from "@/components/reader/like-button";
import { ProvenanceNote } from "@/components/reader/provenance-note";
import { Badge } from "@/components/ui/badge";
import { ReadMore } from "@/components/ui/read-more";
import type { Story } from "@/lib/stories/schema";
import { PublishButton } from "./publish";

/** Title, description, lineage and author of the story, and its two states. */
export function StoryHeader({ story, demoNotice }: { story: Story; demoNotice: string | null }) {
  return (
    <header className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={story.status === "published" ? "green" : "yellow"}>
          {story.status === "published" ? "Published" : "Draft"}
        </Badge>
        {demoNotice && (
          <Badge>
            <span title="Words and pictures are made on this machine, without an AI model.">
              {demoNotice}
            </span>
          </Badge>
        )}
      </div>
      <h1 className="display text-3xl md:text-4xl">{story.title}</h1>
      <ReadMore text={story.description} className="max-w-measure text-lg" />
      <ProvenanceNote story={story} />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <AuthorLine author={story.userId} date={story.createdAt} />
        <div className="flex flex-wrap gap-2">
          <LikeButton kind="stories" id={story._id} count={story.likeCount} />
          <PublishButton story={story} />
        </div>
      </div>
    </header>
  );
}
