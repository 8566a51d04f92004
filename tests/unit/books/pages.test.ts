import { beforeAll, describe, expect, it } from "vitest";
import { layoutBook } from "@/lib/books/book-layout";
import { type PageSize, pageSizes } from "@/lib/books/formats";
import type { BookSource } from "@/lib/books/source-queries";
import { disclosureSheet, lowResolutionPanels, printReport } from "@/lib/books/writers/print";
import { slices, webtoonLimits } from "@/lib/books/writers/webtoon";
import { layoutsFor } from "@/lib/scenes/panels/page-layout";
import { bookSource, speechBubble, storeInMemory } from "@/tests/support/books/book-source";

const sizes = Object.keys(pageSizes) as PageSize[];
let source: BookSource;

beforeAll(async () => {
  const { objects } = storeInMemory();
  const counts = [1, 2, 3, 4, 5, 6];
  source = await bookSource(
    objects,
    counts.flatMap((count) =>
      layoutsFor(count, 3 / 4).map((layout) => ({
        layout,
        panels: Array.from({ length: count }, (_, index) => [
          speechBubble(`Number ${index + 1}`, { x: 0.3, y: 0.2 }),
        ]),
      })),
    ),
  );
});

describe("the pages of a book", () => {
  it("contain every panel once, in reading order, inside of the page, in each size", () => {
    const wanted = source.scenes.flatMap(({ sceneNumber, panels }) =>
      panels.map(({ panelNumber }) => `Scene ${sceneNumber}, panel ${panelNumber}`),
    );
    for (const size of sizes) {
      const book = layoutBook(source, size);
      const scenes = book.pages.filter(({ kind }) => kind === "scene");
      expect(scenes.flatMap(({ panels }) => panels.map(({ name }) => name))).toEqual(wanted);
      for (const page of book.pages) {
        const { height } = pageSizes[size];
        if (height) expect(page.height).toBe(height);
        for (const { outer } of page.panels) {
          expect(outer.x).toBeGreaterThanOrEqual(-0.01);
          expect(outer.y).toBeGreaterThanOrEqual(-0.01);
          expect(outer.x + outer.width).toBeLessThanOrEqual(page.width + 0.01);
          expect(outer.y + outer.height).toBeLessThanOrEqual(page.height + 0.01);
        }
      }
    }
  });

  it("begin with the cover and end with author, tools and address", () => {
    const { pages } = layoutBook(source, "a5");
    expect(pages[0]).toMatchObject({ kind: "cover" });
    expect(pages[0]?.lines.map(({ text }) => text)).toEqual([
      "The Lamp Room",
      "by Ada Byron",
      "Made with AI on Inkwright",
    ]);
    const words = pages
      .at(-1)
      ?.lines.map(({ text }) => text)
      .join(" ");
    expect(words).toContain("Story and lettering: Ada Byron");
    expect(words).toContain("Published on 3 May 2026");
    expect(words).toContain(source.address);
    expect(words).toContain("Pictures of this story were made with AI (Seedream 4).");
  });

  it.each([
    ["60 letters", "The keeper of the lamp who never said what the lamp was told"],
    [
      "200 letters",
      "The keeper of the lamp and all who came to ask for it ".repeat(4).slice(0, 200),
    ],
    ["60 Han characters", "灯台守は夜になると灯をともし".repeat(5).slice(0, 60)],
    ["200 Han characters", "灯台守は夜になると灯をともし".repeat(15).slice(0, 200)],
  ])("show all words of a cover with a title of %s, below its picture", (_, title) => {
    for (const size of sizes) {
      const [cover] = layoutBook({ ...source, title }, size).pages;
      const { lines = [], height = 0, panels = [] } = cover ?? {};
      const words = lines.map(({ text }) => text);
      expect(words.slice(-2)).toEqual(["by Ada Byron", "Made with AI on Inkwright"]);
      expect(words.slice(0, -2).join("").replaceAll(" ", "")).toBe(title.replaceAll(" ", ""));
      const { outer } = panels[0] ?? {};
      const under = outer ? outer.y + outer.height : 0;
      expect(under).toBeGreaterThan(height * 0.29);
      for (const line of lines) {
        expect(line.y - line.size).toBeGreaterThanOrEqual(under - 0.01);
        expect(line.y + line.size * 0.3).toBeLessThanOrEqual(height);
      }
      const ys = lines.map(({ y }) => y);
      expect(ys).toEqual(ys.toSorted((a, b) => a - b));
    }
  });

  it("credit a remix's origin, and name no private original", () => {
    const words = (more: Partial<BookSource>) =>
      layoutBook({ ...source, ...more, scenes: [] }, "a4")
        .pages.at(-1)
        ?.lines.map(({ text }) => text)
        .join(" ");
    const author = { username: "bob", firstName: "Bob", lastName: "" };
    const original = {
      id: source.author.id,
      address: `https://comics.test/story/${source.author.id}/read`,
      title: "The First",
      status: "published" as const,
      author,
    };
    expect(words({ isRemix: true, original })).toContain(
      "Remixed from “The First” by Bob, https://comics.test/",
    );
    expect(
      words({ isRemix: true, originalStoryDeleted: true, originalStoryTitle: "Gone" }),
    ).toContain("Remixed from “Gone”, which is no longer available");
    expect(words({ isRemix: true, originalStoryTitle: "Secret" })).toContain(
      "a story that is not public",
    );
    expect(words({ isRemix: true, originalStoryTitle: "Secret" })).not.toContain("Secret");
  });

  it("keep bubbles in the proportions of the reading page, with letters of one size", () => {
    for (const page of layoutBook(source, "comic").pages) {
      if (page.kind !== "scene") continue;
      const [first, ...more] = page.panels.map(({ lettering }) => lettering);
      for (const { scale } of more) expect(scale).toBeCloseTo(first?.scale ?? 0, 1);
      for (const { inner, lettering } of page.panels) {
        expect(lettering.size.width).toBeGreaterThanOrEqual(312);
        const shown = {
          width: lettering.size.width * lettering.scale,
          height: lettering.size.height * lettering.scale,
        };
        // The frame takes two px of 1080 from each side, as there.
        expect(Math.abs(shown.width - inner.width)).toBeLessThan(1);
        expect(Math.abs(shown.height - inner.height)).toBeLessThan(1.5);
      }
    }
  });
});

describe("strips", () => {
  it("are cut only between panels, and none exceeds the maximum height", () => {
    const book = layoutBook(source, "phone");
    const highest = (webtoonLimits.height / webtoonLimits.width) * pageSizes.phone.width;
    for (const page of book.pages) {
      const cut = slices(page, highest);
      expect(cut.flatMap(({ panels }) => panels.map(({ name }) => name))).toEqual(
        page.panels.map(({ name }) => name),
      );
      expect(cut.flatMap(({ lines }) => lines)).toHaveLength(page.lines.length);
      for (const slice of cut) {
        expect(slice.height).toBeLessThanOrEqual(highest + 0.001);
        for (const { outer } of slice.panels) {
          expect(outer.y).toBeGreaterThanOrEqual(-0.01);
          expect(outer.y + outer.height).toBeLessThanOrEqual(slice.height + 0.01);
        }
      }
    }
  });
});

describe("the notes for printing", () => {
  it("names the panels that are too coarse, and counts the pages", () => {
    const book = layoutBook({ ...source, scenes: source.scenes.slice(0, 1) }, "a4");
    expect(lowResolutionPanels(book).map(({ name }) => name)).toContain("Scene 1, panel 1");
    expect(printReport(book)).toContain("KDP prints books of at least 24 pages");
    const fine = layoutBook(
      {
        ...source,
        preview: source.preview && { ...source.preview, width: 9000, height: 12_000 },
        scenes: [],
      },
      "a4",
    );
    expect(printReport(fine)).toContain("All have 300 dots per inch or more");
  });

  it.each([
    ["by a model", {}, false, "Yes, AI-generated"],
    ["by the demo studio", { madeBy: "Demo studio" }, false, "No"],
    ["of unknown origin", { isGenerated: false }, false, "Say whether AI made any of them"],
    ["without AI, as the author says", { isGenerated: false }, true, "No"],
  ])("answer a publisher about pictures %s", (_, made, madeByHand, answer) => {
    const scenes = source.scenes.map((scene) => ({
      ...scene,
      panels: scene.panels.map((panel) => ({
        ...panel,
        image: panel.image && { ...panel.image, ...made },
      })),
    }));
    const book = layoutBook({ ...source, madeByHand, scenes }, "a4");
    expect(disclosureSheet(book)).toContain(`Images        ${answer}\n`);
  });
});
