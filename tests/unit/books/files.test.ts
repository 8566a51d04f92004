import sharp from "sharp";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { layoutBook } from "@/lib/books/book-layout";
import { pagePicture } from "@/lib/books/page-picture";
import type { BookSource } from "@/lib/books/source-queries";
import { cbzFiles } from "@/lib/books/writers/cbz";
import { webpubFiles } from "@/lib/books/writers/webpub";
import { webtoonFiles, webtoonLimits } from "@/lib/books/writers/webtoon";
import { compose } from "@/lib/media/compose";
import { readOrigin } from "@/lib/media/xmp.mjs";
import { bubbleGeometry } from "@/lib/scenes/bubbles/geometry";
import { bubblesSvg } from "@/lib/scenes/lettering/bubble-svg";
import { packed, spokenSource, storeInMemory, tell } from "@/tests/support/books/book-source";
import { xmlElements } from "@/tests/support/books/xml";
import { readZip } from "@/tests/support/books/zip";

// The key that signs is in the database: signatures have tests of their own.
vi.mock("@/lib/media/credentials/credentials", () => ({ sign: async () => null }));

let source: BookSource;
let objects: Map<string, Uint8Array>;

beforeAll(async () => {
  ({ objects } = storeInMemory());
  source = await spokenSource(objects);
});

/** Elements of ComicInfo 2.1 in the order of its schema. */
const comicInfoOrder =
  "Title Series Number Count Volume AlternateSeries AlternateNumber AlternateCount Summary Notes Year Month Day Writer Penciller Inker Colorist Letterer CoverArtist Editor Translator Publisher Imprint Genre Tags Web PageCount LanguageISO Format BlackAndWhite Manga Characters Teams Locations ScanInformation StoryArc StoryArcNumber SeriesGroup AgeRating Pages CommunityRating MainCharacterOrTeam Review GTIN".split(
    " ",
  );

describe("a CBZ", () => {
  it("has a JPEG for each page, marked as a model's, with metadata for each", async () => {
    const book = { ...layoutBook(source, "a5"), series: "The Lamp Room (8057)" };
    const files = readZip(await packed(cbzFiles(book, tell)));
    expect([...files.keys()]).toEqual([
      "001.jpg",
      "002.jpg",
      "003.jpg",
      "004.jpg",
      "ComicInfo.xml",
      "book.acbf",
    ]);
    const elements = xmlElements(files.get("ComicInfo.xml")?.toString() ?? "");
    const names = elements
      .map(({ name }) => name)
      .filter((name) => name !== "Page" && name !== "ComicInfo");
    expect(names).toEqual(comicInfoOrder.filter((name) => names.includes(name)));
    const text = (name: string) => elements.find((one) => one.name === name)?.text;
    expect([text("Title"), text("Series")]).toEqual(["The Lamp Room", "The Lamp Room (8057)"]);
    const chapter = ["Number", "Count", "Volume", "Manga", "LanguageISO"];
    expect(chapter.map(text)).toEqual(["1", "1", "1", "No", "en"]);
    expect(text("ScanInformation")).toBe("Digital original from Inkwright");
    expect(text("Writer")).toBe("Ada Byron");
    expect(text("Web")).toBe(source.address);
    expect(text("PageCount")).toBe("4");
    expect(text("AgeRating")).toBe("Mature 17+");
    expect(text("Tags")).toBe("lamps, a  b");
    expect(text("Notes")).toContain("made with AI (Seedream 4).");
    const pages = elements
      .filter(({ name }) => name === "Page")
      .map(({ attributes }) => attributes);
    expect(pages.map(({ Type }) => Type)).toEqual(["FrontCover", "Story", "Story", "Other"]);
    expect(pages[1]?.Bookmark).toBe("Light & <dark>");
    for (const [index, page] of pages.entries()) {
      const bytes = files.get(`00${index + 1}.jpg`) ?? Buffer.of();
      const { width, height, format } = await sharp(bytes).metadata();
      expect([format, String(width), String(height), String(bytes.length)]).toEqual([
        "jpeg",
        page.ImageWidth,
        page.ImageHeight,
        page.ImageSize,
      ]);
      expect(readOrigin(bytes)).toBe(index < 3 ? "model" : "photo");
    }
  });

  it("keeps its metadata valid whatever a title holds", async () => {
    const title = 'Tom & <Jerry> \u0007\ufffe \ud800 \u202e👩‍🚀 ]]> "1"';
    const book = layoutBook({ ...source, title, description: title }, "a5");
    const files = readZip(await packed(cbzFiles(book, tell)));
    for (const name of ["ComicInfo.xml", "book.acbf"]) {
      const texts = xmlElements(files.get(name)?.toString() ?? "").map(({ text }) => text);
      expect(texts).toContain('Tom & <Jerry>   \u202e👩‍🚀 ]]> "1"');
    }
  });

  it("says where each panel is, in pixels of its page, to readers that go from panel to panel", async () => {
    const book = layoutBook(source, "comic");
    const files = readZip(await packed(cbzFiles(book, tell)));
    const elements = xmlElements(files.get("book.acbf")?.toString() ?? "");
    const of = (name: string) => elements.filter((one) => one.name === name);
    expect(of("image").map(({ attributes }) => attributes.href)).toEqual(
      [...files.keys()].filter((name) => name.endsWith(".jpg")),
    );
    expect(of("book-title")[0]?.text).toBe("The Lamp Room");
    const { width = 0 } = await sharp(files.get("002.jpg")).metadata();
    const panels = book.pages.flatMap(({ kind, panels: all }) => (kind === "scene" ? all : []));
    const frames = of("frame").map(({ attributes }) =>
      (attributes.points ?? "").split(" ").map((point) => point.split(",").map(Number)),
    );
    expect(frames).toHaveLength(panels.length);
    for (const [index, { outer }] of panels.entries()) {
      const scale = width / (book.pages[1]?.width ?? 1);
      const [[left = 0, top = 0] = [], , [right = 0, bottom = 0] = []] = frames[index] ?? [];
      for (const [found, wanted] of [
        [left, outer.x],
        [top, outer.y],
        [right, outer.x + outer.width],
        [bottom, outer.y + outer.height],
      ] as const) {
        expect(Math.abs(found - wanted * scale)).toBeLessThan(1);
      }
    }
  });

  it("draws bubbles where the panel's own picture has them, to the px at 672", async () => {
    const book = layoutBook(source, "comic");
    const [, page] = book.pages;
    const panel = page?.panels[0];
    if (!page || !panel?.picture) throw new Error("no panel");
    const { lettering, bubbles } = panel;
    // So wide that the panel's picture takes 672 px.
    const width = Math.round((672 / (lettering.size.width * lettering.scale)) * page.width);
    const drawn = await pagePicture(page, width, book);
    const scale = drawn.width / page.width;
    const box = {
      left: Math.round(lettering.x * scale),
      top: Math.round(lettering.y * scale),
      width: 672,
      height: 896,
    };
    const alone = await compose({
      picture: objects.get(`${panel.picture.sha256}.jpg`) ?? null,
      background: "#ffffff",
      overlay: () => bubblesSvg(bubbles, lettering.size, { width: 672, height: 896 }),
      width: 672,
      height: 896,
      format: "png",
      lettering: { sources: {} },
    });
    const pixels = (picture: Uint8Array, place: typeof box) =>
      sharp(picture).extract(place).removeAlpha().raw().toBuffer();
    for (const bubble of bubbles) {
      const { box: own } = bubbleGeometry(bubble, lettering.size);
      const factor = 672 / lettering.size.width;
      const place = {
        left: Math.max(3, Math.round(own.x * factor)),
        top: Math.max(3, Math.round(own.y * factor)),
        width: Math.round(own.width * factor),
        height: Math.round(own.height * factor),
      };
      const wanted = await pixels(alone, place);
      const distances: { shift: number; mean: number }[] = [];
      for (const dx of [-3, -2, -1, 0, 1, 2, 3]) {
        for (const dy of [-3, -2, -1, 0, 1, 2, 3]) {
          const at = { ...place, left: box.left + place.left + dx, top: box.top + place.top + dy };
          const found = await pixels(drawn.bytes, at);
          const sum = found.reduce(
            (total, value, index) => total + Math.abs(value - (wanted[index] ?? 0)),
            0,
          );
          distances.push({ shift: Math.max(Math.abs(dx), Math.abs(dy)), mean: sum / found.length });
        }
      }
      const [best, ...others] = distances.toSorted((one, two) => one.mean - two.mean);
      expect(best?.shift).toBeLessThanOrEqual(1);
      // Of 255, between two that each round to whole px; three px away it is another picture.
      expect(best?.mean).toBeLessThan(16);
      const far = others.filter(({ shift }) => shift === 3).map(({ mean }) => mean);
      expect(Math.min(...far)).toBeGreaterThan((best?.mean ?? 0) * 2);
    }
  });
});

describe("webtoon strips", () => {
  it("stay within the limits of width, height and bytes", async () => {
    const book = layoutBook(source, "phone");
    const files = readZip(await packed(webtoonFiles(book, tell)));
    const pictures = [...files].filter(([name]) => name.endsWith(".jpg"));
    expect(pictures.length).toBeGreaterThanOrEqual(5);
    let bytes = 0;
    for (const [, picture] of pictures) {
      const { width, height } = await sharp(picture).metadata();
      expect(width).toBe(webtoonLimits.width);
      expect(height).toBeLessThanOrEqual(webtoonLimits.height);
      bytes += picture.length;
    }
    expect(bytes).toBeLessThanOrEqual(webtoonLimits.bytes);
    expect(files.get("about.txt")?.toString()).toContain("made with AI (Seedream 4).");
  });
});

describe("a Divina package", () => {
  it("lists its pages and their panels", async () => {
    const book = layoutBook(source, "square");
    const files = readZip(await packed(webpubFiles(book, tell)));
    const manifest = JSON.parse(files.get("manifest.json")?.toString() ?? "");
    expect(manifest.metadata).toMatchObject({
      conformsTo: "https://readium.org/webpub-manifest/profiles/divina",
      title: "The Lamp Room",
      author: "Ada Byron",
      language: "en",
    });
    for (const { href, width, height } of manifest.readingOrder) {
      const size = await sharp(files.get(href)).metadata();
      expect([size.width, size.height]).toEqual([width, height]);
    }
    expect(manifest.guided.map(({ title }: { title: string }) => title)).toEqual([
      "Cover",
      "Scene 1, panel 1",
      "Scene 1, panel 2",
      "Scene 2, panel 1",
      "Credits",
    ]);
  });
});
