import { writeFileSync, mkdirSync } from "node:fs";
import { it } from "vitest";
import { bookSource, saying, storeInMemory } from "@/tests/support/book-source";
import { layOutBook } from "@/lib/books/lay-out";
import { cbzFiles } from "@/lib/books/cbz";
import { epubFiles } from "@/lib/books/epub";
import { webpubFiles } from "@/lib/books/webpub";
import { webtoonFiles } from "@/lib/books/webtoon";
import { printFiles } from "@/lib/books/print";
import { pdfBytes } from "@/lib/books/pdf";
import { zip } from "@/lib/platform/zip";
import { specimens } from "@/tests/e2e/lettering/specimens";
const tell = async () => {};
const all = async (s: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(s));
it("dumps", async () => {
  mkdirSync("/tmp/books", { recursive: true });
  const { objects } = storeInMemory();
  const source = await bookSource(objects, [
    { panels: [[saying("Hold on, we are nearly there!", { x: 0.3, y: 0.2 }), saying("Nobody told me about the tide. Ærøskøbing!", { x: 0.7, y: 0.8 }, { bubbleShape: "cloud" })], [saying("HA!", {x:.5,y:.3},{bubbleShape:"oval"})], [saying("One", {x:.4,y:.3})], [saying("Two", {x:.4,y:.3},{opacity:0.7, backgroundColor:"#000000", textColor:"#ffffff"})]], layout: "row-2/row-2" },
    { panels: specimens.slice(0, 5), layout: "row-2/row-1/row-2" },
    { panels: specimens.slice(5, 10), layout: "row-2/row-3" },
    { panels: [[saying("Wide", {x:.3,y:.3})],[saying("Two of a column", {x:.3,y:.3})],[saying("Three", {x:.3,y:.3})]], layout: "row-1/row-1/row-1", title: "" },
  ]);
  const address = (id: string) => `https://comics.test/story/${id}/read`;
  for (const size of ["comic", "a5", "square", "phone"] as const) {
    const book = layOutBook(source, size, address);
    const t = performance.now();
    writeFileSync(`/tmp/books/${size}.pdf`, await all(pdfBytes(book, tell, { density: 220 })));
    const t2 = performance.now();
    writeFileSync(`/tmp/books/${size}.cbz`, await all(zip(cbzFiles(book, tell))));
    const t3 = performance.now();
    writeFileSync(`/tmp/books/${size}.epub`, await all(zip(epubFiles(book, tell))));
    console.log(size, book.pages.length, Math.round(t2 - t), Math.round(t3 - t2), Math.round(performance.now() - t3));
  }
  writeFileSync("/tmp/books/x.divina", await all(zip(webpubFiles(layOutBook(source, "a5", address), tell))));
  writeFileSync("/tmp/books/webtoon.zip", await all(zip(webtoonFiles(layOutBook(source, "phone", address), tell))));
  writeFileSync("/tmp/books/print.zip", await all(zip(printFiles(layOutBook(source, "comic", address), tell))));
}, 300_000);
