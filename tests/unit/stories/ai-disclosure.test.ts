import { describe, expect, it } from "vitest";
import { disclosureOf } from "@/lib/books/credits";
import type { BookSource } from "@/lib/books/source-queries";
import { createDemoPainter } from "@/lib/demo-studio/painter";
import { writeFeed } from "@/lib/discovery/feeds";
import type { FeedStory } from "@/lib/discovery/queries";
import { aiDisclosure, originSentence } from "@/lib/stories/ai-disclosure";

const textOf = (paintedBy: string[] | null, madeByHand = false) =>
  aiDisclosure({ paintedBy, madeByHand });

describe("the disclosure of how pictures were made", () => {
  it("names known models, and is empty where none is", () => {
    expect(textOf(null)).toBeNull();
    expect(textOf(["seedream-4", "FLUX Kontext"])).toMatchObject({
      label: "Made with AI",
      text: expect.stringContaining("made with AI (Seedream 4, FLUX Kontext)."),
    });
    expect(textOf([])?.text).toContain("made with AI. Each");
  });

  it.each([
    [["seedream-4"], false, "Pictures of this story were made with AI (Seedream 4)."],
    [[], false, "Pictures of this story were made with AI."],
    [["Demo studio"], false, /^Pictures .* the demo studio .*, without an AI model\.$/],
    [null, true, "The author says that no AI made any of these pictures."],
  ])(
    "is one sentence on the page, in books and in feeds: %j",
    (paintedBy, madeByHand, expected) => {
      const sentence = originSentence({ paintedBy, madeByHand }) ?? "";
      expect(sentence).toMatch(expected);
      expect(textOf(paintedBy, madeByHand)?.text).toContain(sentence);
      const images = (paintedBy ?? []).length > 0 ? paintedBy : [paintedBy && ""];
      const panels = images?.map((madeBy) => ({
        image: { isGenerated: madeBy !== null, madeBy: madeBy ?? "" },
      }));
      const source = { madeByHand, scenes: [{ panels }] } as unknown as BookSource;
      expect(disclosureOf(source)[0]).toBe(sentence);
      const when = new Date();
      const names = { username: "ada", firstName: "", lastName: "", title: "T", description: "D" };
      const story = { ...names, id: "1", tags: [], publishedAt: when, changedAt: when };
      const stories = [{ ...story, cover: null, paintedBy, madeByHand } satisfies FeedStory];
      for (const format of ["rss", "atom"] as const) {
        const { body } = writeFeed(format, {}, { subject: {}, stories });
        expect(body.toString()).toContain(sentence);
      }
    },
  );

  it("is the author's declaration where a story is made by hand", () => {
    expect(textOf(null, true)?.label).toBe("Without AI");
  });

  it("does not label the demo studio's drawings as AI", () => {
    const { name } = createDemoPainter();
    expect(textOf([name])?.label).toBe("Demo pictures");
    expect(textOf([name, "Seedream 4"])?.label).toBe("Made with AI");
  });
});
