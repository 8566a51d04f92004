import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { pageViewer } from "@/app/page-viewer";
import { BookList } from "@/components/books/book-list";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/page-heading";
import { bookTitle } from "@/lib/books/source-queries";
import { isId } from "@/lib/platform/http/ids";

export const metadata: Metadata = { title: "Download as a book" };

type Props = { params: Promise<{ storyId: string }> };

/** For whoever may read the story, from its reading page: what it can be had as. */
export default async function BookPage({ params }: Props) {
  const { storyId } = await params;
  const title = isId(storyId) ? await bookTitle(await pageViewer(), storyId) : null;
  if (title === null) notFound();
  return (
    <Page>
      <PageHeading
        className="mb-6"
        title="Download as a book"
        actions={
          <ButtonLink href={`/story/${storyId}/read`} prefetch={false}>
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
