import { describe, expect, it } from "vitest";
import { excerptAround, highlightWords } from "@/lib/stories/search/highlight";

const marked = (text: string, ...words: string[]) =>
  highlightWords(text, words)
    .map(({ text: piece, isMatch }) => (isMatch ? `[${piece}]` : piece))
    .join("");

describe("search words", () => {
  it.each([
    ["The Café at Night", ["cafe"], "The [Café] at Night"],
    ["Lighthouses, light-hearted", ["light"], "[Lighthouses], [light]-hearted"],
    ["Daylight", ["light"], "Daylight"],
    ["Маяк и МОРЕ", ["мор"], "Маяк и [МОРЕ]"],
    ["かもめの灯台", ["灯台"], "かもめの[灯台]"],
    ["灯台守と灯台", ["灯台", "台守"], "[灯台守]と[灯台]"],
    ["Fancy ﬁsh", ["fish"], "Fancy [ﬁsh]"],
    ["👩‍🚀 flies", ["flies"], "👩‍🚀 [flies]"],
    ["", ["a"], ""],
  ])("are marked in %j", (text, words, expected) => {
    expect(marked(text, ...words)).toBe(expected);
  });

  it("leave the text as it was", () => {
    const text = "a\u0301 🎉 ＡＢＣ <b>x</b>";
    expect(
      highlightWords(text, ["abc", "b"])
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  });
});

describe("an excerpt", () => {
  it("is the text itself where it is short, and null where it has no search word", () => {
    expect(excerptAround("Fog over the bay.", ["bay"])).toBe("Fog over the bay.");
    expect(excerptAround("Fog over the bay.", ["sea"])).toBeNull();
  });

  it("begins near the word, at a word boundary", () => {
    const text = `${"Nothing happens here. ".repeat(20)}Then a kraken rises. ${"And more. ".repeat(40)}`;
    const excerpt = excerptAround(text, ["kraken"]) ?? "";
    expect(excerpt).toMatch(/^… (\S+ ){1,4}kraken rises.* …$/);
    expect(excerpt.length).toBeLessThan(120);
    expect(text).toContain(excerpt.slice(2, -2));
  });

  it("never splits a character", () => {
    const text = `${"🌊".repeat(300)} kraken ${"🐙".repeat(300)}`;
    const excerpt = excerptAround(text, ["kraken"]) ?? "";
    expect(excerpt).toMatch(/^… .*kraken 🐙+ …$/u);
    expect(excerpt.isWellFormed()).toBe(true);
  });

  it("works in a text without spaces", () => {
    const text = `${"海".repeat(300)}灯台${"山".repeat(300)}`;
    expect(excerptAround(text, ["灯台"])).toMatch(/^… 海{16}灯台山+ …$/);
  });
});
