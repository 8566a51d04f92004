import "server-only";
import { brand } from "@/lib/platform/brand";
import type { ZipEntry } from "@/lib/platform/zip";
import { type OnProgress, textEntry } from "../files";
import { type Book, type BookPage, panelFragment, tocTitle } from "../page-model";
import { type PageFile, pageFiles } from "./page-files";

/** The text of a page for screen readers: alternative texts of pictures, and their bubbles. */
const wordsOf = (page: BookPage): string =>
  [
    ...page.lines.map(({ text }) => text),
    ...page.panels.flatMap(({ altText, bubbles }) => [
      altText,
      ...bubbles.map(({ speaker, text }) => (speaker ? `${speaker}: ${text}` : text)),
    ]),
  ]
    .filter((text) => text !== "")
    .join(" ");

/** The manifest of a Divina publication (Readium Web Publication Manifest). */
function divinaManifest(book: Book, files: readonly PageFile[]) {
  const { isStrip } = book;
  const hrefOf = (index: number) => files[index]?.name;
  return {
    "@context": "https://readium.org/webpub-manifest/context.jsonld",
    metadata: {
      "@type": "https://schema.org/ComicStory",
      conformsTo: "https://readium.org/webpub-manifest/profiles/divina",
      identifier: `urn:uuid:${book.storyId}`,
      title: book.title,
      author: book.author,
      description: book.description,
      publisher: brand.name,
      published: book.date.toISOString(),
      modified: new Date().toISOString(),
      language: book.language,
      subject: book.tags,
      numberOfPages: book.pages.length,
      readingProgression: isStrip ? "ttb" : "ltr",
      presentation: { continuous: isStrip, fit: isStrip ? "width" : "contain" },
    },
    links: [{ rel: "alternate", href: book.address, type: "text/html" }],
    readingOrder: book.pages.map((page, index) => ({
      href: hrefOf(index),
      width: files[index]?.width,
      height: files[index]?.height,
      type: "image/jpeg",
      title: page.name,
      properties: { "x-alt": wordsOf(page) },
      rel: index === 0 ? "cover" : undefined,
    })),
    toc: book.pages.flatMap((page, index) => {
      const title = tocTitle(page);
      return title === null ? [] : [{ href: hrefOf(index), title }];
    }),
    guided: book.pages.flatMap((page, index) =>
      page.kind === "scene"
        ? page.panels.map((panel) => ({
            href: `${hrefOf(index)}#${panelFragment(panel, page)}`,
            title: panel.name,
          }))
        : [{ href: hrefOf(index), title: page.name }],
    ),
  };
}

/** The files of a Divina package: pages as in a CBZ, and the manifest. */
export async function* webpubFiles(book: Book, onProgress: OnProgress): AsyncGenerator<ZipEntry> {
  const files = yield* pageFiles(book, "pages/", onProgress);
  yield textEntry(
    book,
    "manifest.json",
    `${JSON.stringify(divinaManifest(book, files), null, 1)}\n`,
  );
}
