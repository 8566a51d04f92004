import { ImportButton } from "@/components/books/import-button";
import { PageLinks } from "@/components/feed/covers/cover-list";
import { NewStoryButton } from "@/components/feed/new-story-button";
import { NoOwnStories, OwnGrid } from "@/components/feed/own-stories";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/page-heading";
import type { Shelf } from "@/lib/stories/feed/shelf";
import { MyStoryCard } from "./my-story-card";

/** The highest page number. */
const maxPage = 50;

/** All stories of the viewer, drafts included, with their readership. */
export function MyStoriesView({ shelf: { stories, days, fresh, pagination } }: { shelf: Shelf }) {
  const { page, pages } = pagination;
  const address = (number: number) => (number === 1 ? "/my-stories" : `/my-stories?page=${number}`);
  return (
    <Page>
      <PageHeading
        className="mb-8"
        title="My stories"
        actions={
          <>
            <ButtonLink href="/my-cast">My cast</ButtonLink>
            <ImportButton />
            {stories.length > 0 && <NewStoryButton />}
          </>
        }
      />
      {stories.length > 0 && <h2 className="sr-only">Stories</h2>}
      <OwnGrid
        className="md:grid-cols-4"
        stories={stories}
        none={<NoOwnStories heading="h2" />}
        render={(story, index) => (
          <MyStoryCard
            key={story._id}
            story={story}
            days={days.get(story._id) ?? []}
            isNewlyPublished={fresh.has(story._id)}
            eager={index < 4}
          />
        )}
      />
      {pages > 1 && (
        <PageLinks
          previous={page > 1 ? address(page - 1) : null}
          next={page < Math.min(pages, maxPage) ? address(page + 1) : null}
          pageLabel={`Page ${page} of ${pages}`}
          className="mt-8"
        />
      )}
    </Page>
  );
}
