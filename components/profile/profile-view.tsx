import { NumberedPageLinks } from "@/components/feed/covers/cover-list";
import { LiveLikes } from "@/components/feed/covers/live-likes";
import { StoryCover } from "@/components/feed/covers/story-cover";
import { ReadMarks } from "@/components/reading-progress/read-marks";
import { Page } from "@/components/shell/page";
import { EmptyState } from "@/components/ui/empty-state";
import { Avatar } from "@/components/ui/pictures/avatar";
import { CoverGrid } from "@/components/ui/pictures/cover-grid";
import { Illustration } from "@/components/ui/pictures/illustration";
import { formatLongDate } from "@/components/ui/utils/format-date";
import { displayName, initials } from "@/lib/accounts/display-name";
import { profileHref } from "@/lib/stories/feed/urls";
import type { Profile } from "@/lib/stories/schema";
import { OwnDrafts, UnlessDrafts, UnlistedNote } from "./own-drafts";
import { ProfileActionLink } from "./profile-action-link";
import { ShareProfile } from "./share-profile";
import { StatTiles } from "./stat-tiles";
import { StoryFacts } from "./story-facts";

/** Bio and links, which the site does not vouch for (nofollow). */
function About({ user: { bio, links } }: Pick<Profile, "user">) {
  if (!bio && links.length === 0) return null;
  return (
    <div className="mb-8 grid max-w-measure gap-3">
      {bio && <p className="text-lg whitespace-pre-line wrap-anywhere">{bio}</p>}
      {links.length > 0 && (
        <ul aria-label="Links" className="flex flex-wrap gap-x-6 gap-y-2">
          {links.map((link) => (
            <li key={link} className="min-w-0 wrap-anywhere">
              <a href={link} rel="nofollow ugc noopener" className="link">
                {link.replace(/^https:\/\/(www\.)?|\/$/g, "")}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A person's public profile; the browser adds the private part for its owner. */
export function ProfileView({
  profile: { user, stories, stats, pagination, readAt },
}: {
  profile: Profile & { readAt: number };
}) {
  const name = displayName(user);
  const { page, pages } = pagination;
  return (
    <Page>
      <header className="mb-6 grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-3 md:grid-cols-[auto_minmax(0,1fr)_auto]">
        <Avatar src={user.avatar} initials={initials(user)} seed={user.username} size="xl" />
        <div className="min-w-0">
          <h1 className="display w-fit text-3xl wrap-anywhere">{name}</h1>
          <p className="text-lg text-ink-soft">@{user.username}</p>
          <p className="text-sm text-ink-soft">
            Member since <time dateTime={user.createdAt}>{formatLongDate(user.createdAt)}</time>
            {" · "}
            <ProfileActionLink username={user.username} />
          </p>
        </div>
        <ShareProfile name={name} />
      </header>
      <About user={user} />
      <StatTiles stats={stats} username={user.username} />
      <h2 className="display mt-10 mb-5 text-2xl wrap-anywhere">
        Stories by <bdi>{name}</bdi>
      </h2>
      {stories.length === 0 ? (
        <UnlessDrafts username={user.username}>
          <EmptyState
            picture={<Illustration name="cape-on-hook" />}
            title="No stories yet"
            heading="h3"
          >
            <bdi>{name}</bdi> hasn't created any stories yet.
          </EmptyState>
        </UnlessDrafts>
      ) : (
        <LiveLikes list={{ username: user.username, page }} readAt={readAt}>
          <ReadMarks />
          <CoverGrid className="md:grid-cols-4">
            {stories.map((story, index) => (
              <StoryCover key={story._id} story={story} eager={index < 4} isAuthorShown={false}>
                <StoryFacts story={story} isOneStatus />
              </StoryCover>
            ))}
          </CoverGrid>
        </LiveLikes>
      )}
      <UnlistedNote username={user.username} />
      <NumberedPageLinks
        page={page}
        pages={pages}
        hrefOf={(number) => profileHref(user.username, number)}
      />
      <OwnDrafts username={user.username} />
    </Page>
  );
}
