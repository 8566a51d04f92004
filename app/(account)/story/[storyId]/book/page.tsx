import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { getPageViewer } from "@/app/page-viewer";
import { BookList } from "@/components/books/book-list";
import { AgeGate } from "@/components/reader/age-gate";
import { Page } from "@/components/shell/page";
import { ButtonLink } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/page-heading";
import { bookHead } from "@/lib/books/source-queries";
import { isId } from "@/lib/platform/http/ids";
import { readingPath } from "@/lib/stories/reading/parts";

type Props = { params: Promise<{ storyId: string }> };

const headOf = cache(async (storyId: string) =>
  isId(storyId) ? bookHead(await getPageViewer(), storyId) : null,
);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const head = await headOf((await params).storyId);
  return { title: head ? `${head.title}: download as a book` : "Download as a book" };
}

/** Lists the download formats of a story; 404 for viewers who may not read it. */
export default async function BookPage({ params }: Props) {
  const { storyId } = await params;
  const head = await headOf(storyId);
  if (!head) notFound();
  const books = (
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
        <p className="text-lg wrap-anywhere">{head.title}</p>
      </PageHeading>
      <BookList storyId={storyId} heading="h2" />
    </Page>
  );
  if (!head.asksAge) return books;
  return (
    <AgeGate title={head.title} isPrivatePage>
      {books}
    </AgeGate>
  );
}
