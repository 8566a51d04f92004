import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { LetteringRules } from "@/components/comic/lettering-rules";
import { type BubbleStyle, textBubble } from "@/lib/scenes/bubble";
import type { Panel } from "@/lib/scenes/schema";

const bubble = (text: string, style: Partial<BubbleStyle>) =>
  textBubble.parse({ id: "b", text, position: { x: 0.5, y: 0.5 }, style });

const filesFor = (...bubbles: ReturnType<typeof bubble>[]) => {
  const panels = [{ textBubbles: bubbles }] as unknown as Panel[];
  const html = renderToStaticMarkup(<LetteringRules panels={panels} />);
  return [...html.matchAll(/url\(\/embed\/fonts\/([^)]*)\)/g)].map(([, file]) => file);
};

describe("the fonts that a reading page knows of", () => {
  it("are none for Bangers, which every page has", () => {
    const panels = [
      { textBubbles: [bubble("Łódź, où? Ở Huế!", { fontFamily: "Bangers" })] },
    ] as unknown as Panel[];
    expect(renderToStaticMarkup(<LetteringRules panels={panels} />)).toBe("");
  });

  it("are those of its bubbles' letters and weights", () => {
    expect(filesFor(bubble("Hush.", { fontFamily: "Comic Neue", fontWeight: 400 }))).toEqual([
      "comic-neue/comic-neue-latin-400-normal.woff2",
    ]);
    expect(filesFor(bubble("HUSH!", { fontFamily: "Comic Neue", fontWeight: 700 }))).toEqual([
      "comic-neue/comic-neue-latin-700-normal.woff2",
    ]);
    const files = filesFor(
      bubble("Boo", { fontFamily: "Creepster" }),
      bubble("Boo again", { fontFamily: "Creepster" }),
      bubble("Ai? שלום", { fontFamily: "Creepster" }),
    );
    expect(files.filter((file) => file?.startsWith("creepster/"))).toHaveLength(1);
    expect(files.some((file) => file?.startsWith("playpen-sans-hebrew/"))).toBe(true);
  });

  it("leave out those of many files, which have style sheets of their own", () => {
    expect(filesFor(bubble("💡 こんにちは 안녕", { fontFamily: "Bangers" }))).toEqual([]);
  });
});
