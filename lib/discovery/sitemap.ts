import { readingPath } from "@/lib/stories/reading/parts";
import "server-only";
import { AppError } from "@/lib/platform/errors";
import { absoluteUrl } from "@/lib/platform/site";
import { element, xmlHead } from "@/lib/platform/text/markup";
import { feedHref, profileHref } from "@/lib/stories/feed/urls";
import { cachedTags } from "@/lib/stories/page-cache";
import {
  authorsOfChunk,
  listChunks,
  type SitemapAuthor,
  type SitemapStory,
  sitemapKinds,
  storiesOfChunk,
} from "./sitemap-queries";
import { feedPagePath } from "./urls";

const sitemapNamespace = "http://www.sitemaps.org/schemas/sitemap/0.9";
const open = `${xmlHead}<urlset xmlns="${sitemapNamespace}" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n`;
const close = "</urlset>\n";
/** The protocol's limit of a file; a file that grew beyond it ends here. */
const maxUrls = 50_000;

const entry = (path: string, more = "") =>
  `<url>${element("loc", absoluteUrl(path))}${more}</url>\n`;

const storyEntry = ({ id, changedAt, picture }: SitemapStory) =>
  entry(
    readingPath(id),
    `${element("lastmod", changedAt.toISOString())}${
      picture ? `<image:image>${element("image:loc", absoluteUrl(picture))}</image:image>` : ""
    }`,
  );

const authorEntry = ({ username }: SitemapAuthor) => entry(profileHref(username));

/** The sitemap index. */
export async function sitemapIndex(): Promise<string> {
  const chunks = await Promise.all(
    sitemapKinds.map(async (kind) =>
      (await listChunks(kind)).map((number) => `/sitemaps/${kind}-${number}.xml`),
    ),
  );
  const files = ["/sitemaps/pages.xml", ...chunks.flat()].map(
    (path) => `<sitemap>${element("loc", absoluteUrl(path))}</sitemap>\n`,
  );
  return `${xmlHead}<sitemapindex xmlns="${sitemapNamespace}">\n${files.join("")}</sitemapindex>\n`;
}

const unknownFile = () => new AppError("not_found", "There is no such file of the sitemap.");

/**
 * A sitemap file, streamed.
 * @throws AppError `not_found`
 */
export async function sitemapFile(file: string): Promise<ReadableStream<Uint8Array>> {
  if (file === "pages.xml") return streamed(pagesOf());
  const [, kind, digits] = /^(stories|authors)-([1-9]\d{0,5})\.xml$/.exec(file) ?? [];
  const number = Number(digits);
  if (kind === "stories") {
    const stories = await storiesOfChunk(number);
    if (stories) return streamed(entries(stories, storyEntry));
  }
  if (kind === "authors") {
    const authors = await authorsOfChunk(number);
    if (authors) return streamed(entries(authors, authorEntry));
  }
  throw unknownFile();
}

/** Home and the tags. */
async function* pagesOf(): AsyncGenerator<string[]> {
  const tags = await cachedTags();
  yield [
    entry(feedHref()),
    entry(feedHref({ sort: "popular" })),
    ...tags.map(({ tag }) => entry(feedPagePath({ tag }))),
  ];
}

async function* entries<Row>(
  batches: AsyncGenerator<Row[]>,
  write: (row: Row) => string,
): AsyncGenerator<string[]> {
  for await (const rows of batches) yield rows.map(write);
}

function streamed(parts: AsyncGenerator<string[]>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let urls = 0;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(open)),
    async pull(controller) {
      const { value, done } = await parts.next();
      if (!done) {
        const room = value.slice(0, maxUrls - urls);
        urls += room.length;
        controller.enqueue(encoder.encode(room.join("")));
        if (urls < maxUrls) return;
      }
      controller.enqueue(encoder.encode(close));
      controller.close();
      await parts.return(undefined);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
