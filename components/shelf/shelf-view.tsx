import { ImportButton } from "@/components/books/import-button";
import { PageLinks } from "@/components/feed/cover-list";
import { NewStoryButton } from "@/components/feed/new-story-button";
import { NoOwnStories, OwnGrid } from "@/components/feed/own-stories";
import { Page } from "@/components/shell/page";
import { PageHeading } from "@/components/ui/page-heading";
import type { Shelf } from "@/lib/stories/shelf";
import { ShelfStory } from "./shelf-story";
import "./shelf.css";

/** Pages by number end here. */
const lastPage = 50;

/** Everything that somebody has made, drafts among it, and how it was read. */
export function ShelfView({ shelf: { stories, days, fresh, pagination } }: { shelf: Shelf }) {
  const { page, pages } = pagination;
  const address = (number: number) => (number === 1 ? "/my-stories" : `/my-stories?page=${number}`);
  return (
    <Page>
      <PageHeading
        className="mb-8"
        title="My stories"
        actions={
          <>
            <ImportButton />
            {stories.length > 0 && <NewStoryButton />}
          </>
        }
      />
      {stories.length > 0 && <h2 className="sr-only">Stories</h2>}
      <OwnGrid
        className="cover-grid-wide"
        stories={stories}
        none={<NoOwnStories heading="h2" />}
        render={(story, index) => (
          <ShelfStory
            key={story._id}
            story={story}
            days={days.get(story._id) ?? []}
            isFresh={fresh.has(story._id)}
            eager={index < 4}
          />
        )}
      />
      {pages > 1 && (
        <PageLinks
          previous={page > 1 ? address(page - 1) : null}
          next={page < Math.min(pages, lastPage) ? address(page + 1) : null}
          place={`Page ${page} of ${pages}`}
          className="mt-8"
        />
      )}
    </Page>
  );
}
