import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { getPageViewer } from "@/app/page-viewer";
import { BookList } from "@/components/books/book-list";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/page-heading";
import { bookTitle } from "@/lib/books/source-queries";
import { isId } from "@/lib/platform/http/ids";
import { readingPath } from "@/lib/stories/reading/parts";

type Props = { params: Promise<{ storyId: string }> };

const titleOf = cache(async (storyId: string) =>
  isId(storyId) ? bookTitle(await getPageViewer(), storyId) : null,
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const title = await titleOf((await params).storyId);
  return { title: title === null ? "Download as a book" : `${title}: download as a book` };
}

/** Lists the download formats of a story; 404 for viewers who may not read it. */
export default async function BookPage({ params }: Props) {
  const { storyId } = await params;
  const title = await titleOf(storyId);
  if (title === null) notFound();
  return (
    <Page>
      <PageHeading
        className="mb-6"
        title="Download as a book"
        actions={
          <ButtonLink href={readingPath(storyId)} prefetch={false}>
            Back to the story
          </ButtonLink>
        }
      >
        <p className="text-lg wrap-anywhere">{title}</p>
      </PageHeading>
      <BookList storyId={storyId} heading="h2" />
    </Page>
  );
}
