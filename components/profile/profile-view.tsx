import { StoryCover } from "@/components/feed/story-cover";
import { CapeOnHook } from "@/components/illustrations/cape-on-hook";
import { longDate } from "@/components/reader/author-line";
import { Page } from "@/components/shell/page";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { CoverGrid } from "@/components/ui/cover-card";
import { EmptyState } from "@/components/ui/empty-state";
import { displayName, initials } from "@/lib/accounts/display";
import type { Profile } from "@/lib/stories/schema";

const tiles = [
  ["Stories", "totalStories"],
  ["Published", "publishedStories"],
  ["Scenes", "totalScenes"],
  ["Panels", "totalPanels"],
] as const;

/** A person as everybody sees them. */
export function ProfileView({ profile: { user, stories, stats } }: { profile: Profile }) {
  const name = displayName(user);
  return (
    <Page>
      <header className="mb-8 flex flex-wrap items-center gap-5">
        <Avatar src={user.avatar} initials={initials(user)} seed={user.username} size="xl" />
        <div>
          <h1 className="display text-3xl">{name}</h1>
          <p className="text-lg text-ink-soft">@{user.username}</p>
          <p className="text-sm text-ink-soft">Member since {longDate(user.createdAt)}</p>
        </div>
      </header>
      <dl className="stat-tiles">
        {tiles.map(([label, key]) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd className="display">{stats[key]}</dd>
          </div>
        ))}
      </dl>
      <h2 className="display mt-10 mb-5 text-2xl">Stories by {name}</h2>
      {stories.length === 0 ? (
        <EmptyState picture={<CapeOnHook />} title="No stories yet" heading="h3">
          {name} hasn't created any stories yet.
        </EmptyState>
      ) : (
        <CoverGrid>
          {stories.map((story, index) => (
            <StoryCover key={story._id} story={story} eager={index < 4}>
              <p className="line-clamp-3 text-sm text-ink-soft">{story.description}</p>
              <p className="flex flex-wrap items-center gap-2 text-sm text-ink-soft">
                <Badge tone={story.status === "published" ? "green" : "yellow"}>
                  {story.status === "published" ? "Published" : "Draft"}
                </Badge>
                {story.sceneCount} {story.sceneCount === 1 ? "scene" : "scenes"}
                <time dateTime={story.createdAt}>{longDate(story.createdAt)}</time>
              </p>
            </StoryCover>
          ))}
        </CoverGrid>
      )}
    </Page>
  );
}
