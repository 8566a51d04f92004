import "server-only";
import { brand } from "@/lib/platform/brand";
import type { ZipEntry } from "@/lib/platform/zip";
import { fileEntry, numbered, type OnProgress, textEntry } from "../files";
import type { Book, BookPage } from "../page-model";
import { pagePicture } from "../page-picture";
import { widthFor } from "./cbz";

const short = (value: number) => Math.round(value * 100) / 100;

/** The box of a panel in percent of its page, as a Media Fragment. */
function partOf({ outer }: BookPage["panels"][number], page: BookPage): string {
  const percent = [
    (outer.x / page.width) * 100,
    (outer.y / page.height) * 100,
    (outer.width / page.width) * 100,
    (outer.height / page.height) * 100,
  ];
  return percent.map(short).join(",");
}

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

interface DrawnPage {
  href: string;
  width: number;
  height: number;
}

/** The manifest of a Divina publication (Readium Web Publication Manifest). */
function divinaManifest(book: Book, drawn: readonly DrawnPage[], modified: Date) {
  const isStrip = new Set(book.pages.map(({ height }) => height)).size > 1;
  const at = (index: number) => drawn[index]?.href ?? "";
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
      modified: modified.toISOString(),
      language: book.language,
      subject: book.tags,
      numberOfPages: book.pages.length,
      readingProgression: isStrip ? "ttb" : "ltr",
      presentation: { continuous: isStrip, fit: isStrip ? "width" : "contain" },
    },
    links: [{ rel: "alternate", href: book.address, type: "text/html" }],
    readingOrder: book.pages.map((page, index) => ({
      ...drawn[index],
      type: "image/jpeg",
      title: page.name,
      properties: { "x-alt": wordsOf(page) },
      ...(index === 0 && { rel: "cover" }),
    })),
    toc: book.pages.flatMap((page, index) =>
      page.opens || page.kind !== "scene"
        ? [{ href: at(index), title: page.opens?.title ?? page.name }]
        : [],
    ),
    guided: book.pages.flatMap((page, index) =>
      page.kind === "scene"
        ? page.panels.map((panel) => ({
            href: `${at(index)}#xywh=percent:${partOf(panel, page)}`,
            title: panel.name,
          }))
        : [{ href: at(index), title: page.name }],
    ),
  };
}

/** The files of a Divina package: pages as in a CBZ, and the manifest. */
export async function* webpubFiles(
  book: Book,
  onProgress: OnProgress,
  modified = new Date(),
): AsyncGenerator<ZipEntry> {
  const drawn: DrawnPage[] = [];
  for (const [index, page] of book.pages.entries()) {
    const { bytes, ...size } = await pagePicture(page, widthFor(book), book);
    const href = `pages/${numbered(index, book.pages.length)}.jpg`;
    drawn.push({ href, ...size });
    yield fileEntry(book, href, bytes);
    await onProgress(index + 1, book.pages.length);
  }
  const manifest = divinaManifest(book, drawn, modified);
  yield textEntry(book, "manifest.json", `${JSON.stringify(manifest, null, 1)}\n`);
}
